import type { Clock } from '#server/kernel/clock.ts'
import type { Session, Visitor } from '#server/kernel/handler.ts'
import { readUpload } from './queries.ts'
import {
  beginUpload,
  bytesExpected,
  dropUpload,
  finishUpload,
  noteReceived,
  ownUpload,
  type UploadParts,
} from './receive.ts'

type Sender = { session: Session; visitor: Visitor }

const actorOf = ({ session, visitor }: Sender, clock: Clock) => ({
  ...{ member: session.member, visitor, now: clock.now() },
})

/** What the route of uploads asks of the studio: who may, what there is, and what came of it. */
export const uploadBooks = (parts: UploadParts) => ({
  find: (token: string) => readUpload(parts.db, { token }),
  note: (token: string, received: number) => noteReceived(parts, token, received),
  finish: (token: string) => finishUpload(parts, token),
  async drop(token: string, sender?: Sender) {
    const upload = await readUpload(parts.db, { token })
    if (upload) await dropUpload(parts, upload, sender && actorOf(sender, parts.clock))
  },
  own: (token: string, session: Session) => ownUpload(parts, token, session.member?.id ?? 0),
  begin: (sender: Sender, upload: Parameters<typeof beginUpload>[2]) =>
    beginUpload(parts, actorOf(sender, parts.clock), upload),
  expected: () => bytesExpected(parts),
})
