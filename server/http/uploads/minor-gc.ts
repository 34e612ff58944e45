import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So much may come in, in bytes, until what was read of it is swept: V8 marks the whole heap when 64 MiB have piled up. */
const sweepEvery = 4 * 2 ** 20

let collect: ((how: { type: 'minor' }) => void) | undefined

/**
 * Counts bytes read from a socket, and has V8 collect young objects now and then. A body is read in buffers of 64 KiB
 * outside the heap, which are garbage at once; left alone, V8 hears of their size alone and marks everything, which took
 * two fifths of an upload's time (measured with the heap of a serving process).
 */
export function createMinorGcTrigger(): (bytes: number) => void {
  // The function is there only behind a flag, and only in contexts that are made after it was set.
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as typeof collect
    setFlagsFromString('--no-expose-gc')
  }
  let read = 0
  return (bytes) => {
    read += bytes
    if (read < sweepEvery) return
    read = 0
    collect?.({ type: 'minor' })
  }
}
