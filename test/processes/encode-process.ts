// Encodes in a process of its own, for tests that kill it: FILE FOLDER.
import { encode, probe } from '#server/adapters/encoder/index.ts'

const [file, folder] = process.argv.slice(2)
await encode(file!, await probe(file!), folder!, {
  onProgress: (fraction) => process.send?.(fraction),
})
process.disconnect?.()
