/** Tables and previews stay aligned and harmless whatever the text is. */

import { describe, expect, it } from 'vitest';
import { oneLine, preview, table } from '@/lib/cli/table';

describe('previews', () => {
  it.each([
    ['short', 'short'],
    ['exactly ten', 'exactly t…'],
    ['nine here', 'nine here'],
    ['two\nlines', 'two lines'],
    ['実は別チームのもの', '実は別チ…'],
    ['🙂🙂', '🙂🙂'],
    ['👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧…'],
    ['e\u0301te\u0301 a\u0300', 'e\u0301te\u0301 a\u0300'],
    ['a'.repeat(10_000), 'aaaaaaaaa…'],
    [' '.repeat(10_000), '…'],
  ])('of %j in ten columns: %j', (text, shown) => {
    expect(preview(text, 10)).toBe(shown);
  });

  it('carry no escape sequence, line break or change of direction', () => {
    expect(oneLine('\u001b[31mred\u001b[0m\r\nnext\u0007\u202Etxet')).toBe('[31mred [0m next txet');
  });
});

describe('tables', () => {
  it('align wide characters, and end no line in space', () => {
    const rows = [
      ['1', '日本', 'x'],
      ['22', 'ab', ''],
    ];
    expect(table([{ title: '#', align: 'right' }, { title: 'text' }, { title: 'end' }], rows)).toEqual([
      ' #  text  end',
      '──  ────  ───',
      ' 1  日本  x',
      '22  ab',
    ]);
  });
});
