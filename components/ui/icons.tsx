/** The icons: strokes of one weight on a 16-unit grid, decorative beside a label. */

import type { ReactNode } from 'react';

/** The frame of every icon. */
export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const CloseIcon = () => (
  <Icon>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Icon>
);
export const PinIcon = ({ filled = false }: { filled?: boolean }) => (
  <Icon>
    <path d="M6 2.5h4l-.5 4 2.5 2.5H4L6.5 6.5z" fill={filled ? 'currentColor' : 'none'} />
    <path d="M8 9v4.5" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M13 9.5A5.5 5.5 0 016.5 3 5.5 5.5 0 1013 9.5z" />
  </Icon>
);
export const ResetIcon = () => (
  <Icon>
    <path d="M3 8a5 5 0 105-5c-1.7 0-3 .8-4 2" />
    <path d="M4 2v3h3" />
  </Icon>
);
export const OpenIcon = () => (
  <Icon>
    <path d="M2.5 12.5v-9h4l1.3 1.6h5.7v7.4z" />
  </Icon>
);
export const ShareIcon = () => (
  <Icon>
    <path d="M6.8 9.2a2.6 2.6 0 003.7 0l2-2a2.6 2.6 0 00-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 00-3.7 0l-2 2a2.6 2.6 0 003.7 3.7l.9-.9" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M8 2.5v7M5 7l3 3 3-3M3 13h10" />
  </Icon>
);
export const UndoIcon = () => (
  <Icon>
    <path d="M5.5 3L2.5 6l3 3" />
    <path d="M2.5 6h7a3.5 3.5 0 010 7H6" />
  </Icon>
);
export const RedoIcon = () => (
  <Icon>
    <path d="M10.5 3l3 3-3 3" />
    <path d="M13.5 6h-7a3.5 3.5 0 000 7H10" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.2" />
    <path d="M10.2 10.2l3.3 3.3" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
);
export const PencilIcon = () => (
  <Icon>
    <path d="M10.5 3l2.5 2.5-7 7-3 .5.5-3z" />
  </Icon>
);
export const TagIcon = () => (
  <Icon>
    <path d="M2.5 7.5v-5h5l6 6-5 5z" />
    <path d="M5.2 5.2h.01" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <path d="M5.5 5.5h7.5v7.5H5.5z" />
    <path d="M10.5 5.5V3H3v7.5h2.5" />
  </Icon>
);
