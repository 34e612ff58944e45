import { boundedRead } from '#server/shared/async/answer-within.ts'
import { statfs } from 'node:fs/promises'
import type { AddLabeledGauge } from './registry.ts'

/** Time in ms after which a file system counts as one that does not answer. */
const timeoutMs = 2_000

/** Adds the free bytes and the size of the file systems of folders. One that does not answer is left out. */
export function addDiskGauges(
  addLabeledGauge: AddLabeledGauge,
  folders: Readonly<Record<string, string>>,
) {
  const reads = Object.entries(folders).map(
    ([label, path]) => [label, boundedRead(timeoutMs, () => statfs(path))] as const,
  )
  const readAll = async (
    bytesOf: (room: { bsize: number; bavail: number; blocks: number }) => number,
  ) => {
    const rooms = await Promise.allSettled(
      reads.map(async ([label, read]) => [label, bytesOf(await read())] as const),
    )
    return rooms.flatMap((room) => (room.status === 'fulfilled' ? [room.value] : []))
  }
  addLabeledGauge(
    'hanpyeon_disk_free_bytes',
    'Bytes that this process may still write, by folder',
    'folder',
    () => readAll(({ bavail, bsize }) => bavail * bsize),
  )
  addLabeledGauge('hanpyeon_disk_size_bytes', 'Size of the file system, by folder', 'folder', () =>
    readAll(({ blocks, bsize }) => blocks * bsize),
  )
}
