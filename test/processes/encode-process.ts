// Encodes in a separate process, for tests that kill it. Arguments: FILE FOLDER.
import { encode, probe } from '#server/adapters/encoder/index.ts'

const [file, folder] = process.argv.slice(2)
await encode(file!, await probe(file!), folder!, {
  onProgress: (fraction) => process.send?.(fraction),
})
process.disconnect?.()
