import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createS3Client, type S3Config } from './s3-client.ts'

/** A folder that another web server shows, or a bucket that shows its files by itself. */
export type PublicPlace = { folder: string } | { s3: S3Config }

/** Replaces a file that the public reads. @throws Error if it is not stored */
export type PublishFile = (name: string, text: string) => Promise<void>

export function createPublisher(place: PublicPlace): PublishFile {
  if ('s3' in place) {
    const { put } = createS3Client(place.s3)
    return (name, text) => put(name, Buffer.from(text))
  }
  const { folder } = place
  return async (name, text) => {
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `.${name}.${process.pid}`)
    await writeFile(draft, text, { mode: 0o644 })
    await rename(draft, join(folder, name))
  }
}
