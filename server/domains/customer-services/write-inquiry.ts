import type { Inquiry } from '#contract/customer-services.ts'
import { tellStudio } from '#server/db/studio-news.ts'
import { type Allowance, countHit, checkRoom } from '#server/db/throttle.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuseField } from '#server/kernel/refusals.ts'
import { dropAttachment, inspectAttachment, storeAttachment } from './attachments/index.ts'
import type { SupportParts } from './parts.ts'
import { insertInquiry } from './queries.ts'

const hour = 3_600
const allowances = {
  /** What is asked of us, and stays. */
  inquiries: { times: 5, seconds: hour },
  /** Forms that are received at all: a wrong file costs a look, and may be chosen again. */
  attempts: { times: 30, seconds: hour },
} as const satisfies Record<string, Allowance>

const bucketOf = (kind: keyof typeof allowances, member_id: number) =>
  `inquiry_${kind}:${member_id}`

type Asker = Pick<Caller, 'transact' | 'now'> & { member_id: number }

/**
 * Before the form is received: somebody who may write no more sends nothing.
 * @throws Refusal `rate_limited`
 */
export async function admitInquiry({ limits }: SupportParts, { transact, now, member_id }: Asker) {
  if (!limits) return
  await transact(async (tx) => {
    await checkRoom(tx, bucketOf('inquiries', member_id), allowances.inquiries, now)
    await countHit(tx, bucketOf('attempts', member_id), allowances.attempts, now)
  })
}

type Words = { subject_id: number; title: string; context: string }
type File = { bytes: Buffer; name: string }

/**
 * Asks us something. The file is on the disk before the inquiry is there, and goes again where that fails: nothing is
 * half stored. An inquiry counts towards its allowance once it is written, a refused one does not.
 * @throws Refusal `file_not_taken`, `file_not_stored`, `rate_limited`; `invalid_request` for no such subject
 */
export async function writeInquiry(
  { files, limits }: SupportParts,
  { transact, now, member_id }: Asker,
  words: Words,
  file: File | null,
): Promise<Inquiry> {
  const found = file && (await inspectAttachment(file.bytes, file.name, member_id))
  const attachment = found && {
    key: await storeAttachment(files, found.bytes),
    ...{ name: found.name, type: found.type, bytes: found.bytes.length },
  }
  try {
    return await transact(async (tx) => {
      if (limits) await countHit(tx, bucketOf('inquiries', member_id), allowances.inquiries, now)
      const inquiry = await insertInquiry(tx, { ...words, member_id, attachment, now })
      if (!inquiry) return refuseField('subject_id', 'not_in_list')
      await tellStudio(tx, { subject_kind: 'inquiry', subject_id: inquiry.id })
      return inquiry
    })
  } catch (error) {
    if (attachment) await dropAttachment(files, attachment.key)
    throw error
  }
}
