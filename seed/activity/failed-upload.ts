import type { Storage } from '#server/adapters/storage/index.ts'
import type { Transact } from '#server/db/client.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file that was cut off while it was copied: it has the signature of a video and nothing after it. */
const truncated = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2'),
  Buffer.alloc(4_096),
])

/** Registers a broken file like an upload, which encoding rejects with the reason. */
export async function registerBrokenUpload(
  deps: { transact: Transact; files: Storage },
  now: Date,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-'))
  try {
    const file = join(folder, 'film.mp4')
    await writeFile(file, truncated)
    await registerAsset({ ...deps, now }, { file, name: '야시장 한 바퀴 2화 가편집.mp4' })
  } finally {
    await rm(folder, { recursive: true })
  }
}
