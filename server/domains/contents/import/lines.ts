import { longestLine } from './line.ts'

/**
 * The lines of a stream of bytes, without their ends. Of a line too long to be read only so much is kept as shows
 * that it is, so that a file without line ends does not fill the memory.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const chunk of bytes) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    for (const [index, part] of parts.entries()) {
      if (rest.length <= longestLine) rest += part
      if (index === parts.length - 1) break
      yield rest
      rest = ''
    }
  }
  rest += decoder.decode()
  if (rest) yield rest
}
