/** The library: scenarios, the trash, room and safety, and what is broken, on the start page and in a dialog. */
'use client';

import { useState } from 'react';
import { useStore } from '@/lib/store/use-store';
import { whole } from '../ui/format';
import { type Tab, Tabs } from '../ui/tabs';
import { LibraryBroken } from './library-broken';
import { LibraryList } from './library-list';
import { LibraryTrash } from './library-trash';
import { LibraryUpkeep } from './library-upkeep';
import { StoredWhereNote } from './stored-where';
import { useDesk } from './use-desk';

type Part = 'scenarios' | 'trash' | 'upkeep' | 'broken';

export default function LibrarySection({ onOpen }: { onOpen?: () => void }) {
  const state = useDesk();
  const count = useStore(({ recent }) => recent.length);
  const [part, setPart] = useState<Part>('scenarios');
  if (!state) {
    return (
      <p className="text-ink-soft">
        Nothing can be kept in this browser at present; what you open lasts until this tab is closed.{' '}
        <StoredWhereNote />
      </p>
    );
  }
  const { view, failed, run } = state;
  const trash = view?.trash ?? [];
  const broken = view?.broken ?? [];
  const tabs: Tab<Part>[] = [
    { id: 'scenarios', label: 'Scenarios', note: count > 0 ? whole(count) : null },
    { id: 'trash', label: 'Trash', note: trash.length > 0 ? whole(trash.length) : null },
    { id: 'upkeep', label: 'Room and copies' },
    ...(broken.length > 0 ? [{ id: 'broken' as const, label: 'Broken', note: whole(broken.length) }] : []),
  ];
  const current = part === 'broken' && broken.length === 0 ? 'scenarios' : part;
  return (
    <>
      <Tabs label="Library" tabs={tabs} current={current} onChange={setPart} className="[&>div:first-child]:px-0">
        <div className="pt-2">
          {failed === '' ? null : (
            <p role="alert" className="mb-2 text-trouble">
              {failed}
            </p>
          )}
          {current === 'scenarios' ? <LibraryList {...(onOpen ? { onOpen } : {})} /> : null}
          {current === 'trash' && view ? <LibraryTrash trash={trash} run={run} /> : null}
          {current === 'upkeep' && view ? <LibraryUpkeep view={view} run={run} /> : null}
          {current === 'broken' ? <LibraryBroken broken={broken} run={run} /> : null}
        </div>
      </Tabs>
      <p className="pt-3 text-[12px] text-ink-soft">
        Nothing leaves this browser. <StoredWhereNote />
      </p>
    </>
  );
}
