/** An address that leads nowhere. */

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 px-6">
      <p className="font-serif text-lg">Palimpsest</p>
      <h1 className="text-xl">There is no page here.</h1>
      <p className="text-ink-soft">Everything happens on one page; your transcripts are where you left them.</p>
      <p>
        <a className="text-accent underline underline-offset-4" href="/">
          Open the workbench
        </a>
      </p>
    </main>
  );
}
