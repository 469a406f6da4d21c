/** The one page: the workbench, or the way into it. */

import { App } from '@/components/workbench/app';

export default function Page() {
  return <App />;
}
