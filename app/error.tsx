/** What is left when the interface itself breaks: what happened, and the way back; stored work is untouched. */
'use client';

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-3 px-6">
      <p className="font-serif text-lg">Palimpsest</p>
      <h1 className="text-xl">The page broke.</h1>
      <p className="text-ink-soft">What was saved is untouched in this browser. The error was:</p>
      <pre className="scroll-thin max-h-48 overflow-auto rounded-md border border-rule bg-panel p-3 font-mono text-[12px]">
        {error.message}
      </pre>
      <p className="flex gap-2">
        <button type="button" className="rounded-md border border-ink bg-ink px-3 py-1 text-paper" onClick={reset}>
          Try again
        </button>
        <button
          type="button"
          className="rounded-md border border-rule-strong px-3 py-1"
          onClick={() => window.location.reload()}
        >
          Reload
        </button>
      </p>
    </main>
  );
}
