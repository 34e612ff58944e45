/** What is changed, and the version that was seen. */
export type Seen = { id: number; version: number }
export type Change<W> = { [K in keyof W]?: W[K] | undefined }

/** Texts as they are kept: composed (NFC), and with one kind of line break. */
export function composed<T extends { title?: string | undefined; context?: string | undefined }>(
  words: T,
): T {
  const kept = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n')
  const { title, context } = words
  return {
    ...words,
    ...(title === undefined ? {} : { title: kept(title) }),
    ...(context === undefined ? {} : { context: kept(context) }),
  }
}
