/**
 * Removes the characters at the end of a text that match `character`. A pattern such as `/x+$/` would start again at every
 * character of a run in the middle of the text.
 */
export function trimEndMatching(text: string, character: RegExp): string {
  const characters = [...text]
  let end = characters.length
  while (end > 0 && character.test(characters[end - 1] ?? '')) end--
  return characters.slice(0, end).join('')
}
