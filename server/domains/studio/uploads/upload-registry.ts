import type { Clock } from '#server/shared/clock.ts'
import type { Session, Uploader } from '#server/api/request-context.ts'
import { readUpload } from './queries.ts'
import {
  beginUpload,
  incomingFilePath,
  pendingUploadBytes,
  deleteUpload,
  finishUpload,
  recordReceivedBytes,
  requireOwnUpload,
  type UploadDependencies,
} from './receive-upload.ts'

const actorOf = ({ session, client }: Uploader, clock: Clock) => ({
  ...{ member: session.member, client, now: clock.now() },
})

/** Implements the upload registry of the upload route. */
export const createUploadRegistry = (parts: UploadDependencies) => ({
  filePath: (token: string) => incomingFilePath(parts.uploads_dir, token),
  find: (token: string) => readUpload(parts.db, { token }),
  setReceived: (token: string, received: number) => recordReceivedBytes(parts, token, received),
  finish: (token: string) => finishUpload(parts, token),
  async drop(token: string, sender?: Uploader) {
    const upload = await readUpload(parts.db, { token })
    if (upload) await deleteUpload(parts, upload, sender && actorOf(sender, parts.clock))
  },
  own: (token: string, session: Session) => requireOwnUpload(parts, token, session.member?.id ?? 0),
  begin: (sender: Uploader, upload: Parameters<typeof beginUpload>[2]) =>
    beginUpload(parts, actorOf(sender, parts.clock), upload),
  expected: () => pendingUploadBytes(parts),
})
