/** A link that came in: what it holds, before anything of it is opened, and what is wrong with one that cannot be. */
'use client';

import type { IncomingLink } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { LinkPreview } from './link-preview';

export default function LinkDialog() {
  const { incoming } = useWorkbench();
  const link = useStore((state) => state.link);
  if (!link) return null;
  if (link.status === 'refused') return <Refused problem={link.problem} />;
  if (link.status === 'reading') {
    return (
      <Dialog title="A link" onClose={incoming.decline}>
        <p role="status">Reading the link…</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="A link was opened"
      subtitle="Nothing of it is used yet."
      wide
      onClose={incoming.decline}
      footer={<Choices link={link} />}
    >
      <LinkPreview link={link} />
    </Dialog>
  );
}

function Refused({ problem }: { problem: Extract<IncomingLink, { status: 'refused' }>['problem'] }) {
  const { incoming } = useWorkbench();
  const isOpen = useStore((state) => state.document !== null);
  return (
    <Dialog
      title="The link cannot be opened"
      onClose={incoming.decline}
      footer={
        <Button variant="primary" onClick={incoming.decline}>
          Close
        </Button>
      }
    >
      <div role="alert" className="flex flex-col gap-2">
        <p className="wrap-anywhere">
          <strong className="font-semibold text-trouble">{problem.title}</strong>
        </p>
        {problem.message === problem.title ? null : (
          <p className="wrap-anywhere text-ink-soft">Where: {problem.message}</p>
        )}
        {problem.remedy ? <p>{problem.remedy}</p> : null}
        <p className="text-ink-soft">
          {isOpen ? 'What is open here is as it was.' : 'Nothing was opened, and nothing was changed.'}
        </p>
      </div>
    </Dialog>
  );
}

/** What can be done with it; leaving everything as it is comes first. */
function Choices({ link: { link, fit } }: { link: Extract<IncomingLink, { status: 'read' }> }) {
  const { incoming } = useWorkbench();
  const keeps = useStore((state) => state.saving !== 'memory');
  const leave = (
    <Button className="mr-auto" onClick={incoming.decline}>
      Leave it
    </Button>
  );
  if (link.file) {
    return (
      <>
        {leave}
        <Button variant="primary" onClick={() => void incoming.accept('beside')}>
          Open as a new scenario
        </Button>
      </>
    );
  }
  if (fit === 'unknown') return leave;
  const isSame = fit === 'imported' || fit === 'standing';
  const wait = (
    <Button variant={fit === 'none' ? 'primary' : 'quiet'} onClick={incoming.wait}>
      Wait for the transcript
    </Button>
  );
  if (fit === 'none') {
    return (
      <>
        {leave}
        {wait}
      </>
    );
  }
  return (
    <>
      {leave}
      {isSame || !link.meant ? null : wait}
      <Button variant={keeps ? 'quiet' : 'primary'} onClick={() => void incoming.accept('here')}>
        Apply here, as one step
      </Button>
      {keeps ? (
        <Button variant="primary" onClick={() => void incoming.accept('beside')}>
          New scenario on this transcript
        </Button>
      ) : null}
    </>
  );
}
