/** Hands a file to the user through the browser's own download. */

export function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by the next task; the address is not needed after it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
