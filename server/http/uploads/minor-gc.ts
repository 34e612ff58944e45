import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes read between collections. V8 marks the whole heap after 64 MiB of external memory. */
const collectEveryBytes = 4 * 2 ** 20

let collect: ((options: { type: 'minor' }) => void) | undefined

/**
 * Counts bytes read from a socket and triggers minor collections. Body buffers of 64 KiB live outside the V8 heap and
 * are garbage at once; V8 counts only their size and runs full mark phases, which took two fifths of an upload's time
 * (measured with the heap of a running server).
 */
export function createMinorGcTrigger(): (bytes: number) => void {
  // `gc` exists only behind a flag, in contexts created after the flag is set.
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as typeof collect
    setFlagsFromString('--no-expose-gc')
  }
  let bytesRead = 0
  return (bytes) => {
    bytesRead += bytes
    if (bytesRead < collectEveryBytes) return
    bytesRead = 0
    collect?.({ type: 'minor' })
  }
}
