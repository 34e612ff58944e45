/** Text as it stands in HTML, between tags and in a quoted attribute: nothing of it is markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
