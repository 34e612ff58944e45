import type { Inquiry } from '#contract/customer-services/customer-services.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import { type RateLimit, consumeRateLimit, checkRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwFieldError } from '#server/shared/problem-error.ts'
import { deleteAttachment, inspectAttachment, storeAttachment } from '../attachments/index.ts'
import type { SupportDependencies } from '../dependencies.ts'
import { insertInquiry } from './inquiry-queries.ts'

const hour = 3_600
const allowances = {
  /** What is asked of us, and stays. */
  inquiries: { times: 5, seconds: hour },
  /** Forms that are received at all: a wrong file costs a look, and may be chosen again. */
  attempts: { times: 30, seconds: hour },
} as const satisfies Record<string, RateLimit>

const bucketOf = (kind: keyof typeof allowances, member_id: number) =>
  `inquiry_${kind}:${member_id}`

type Asker = Pick<RequestContext, 'transact' | 'now'> & { member_id: number }

/**
 * Before the form is received: somebody who may write no more sends nothing.
 * @throws Refusal `rate_limited`
 */
export async function checkInquiryAllowed(
  { limits }: SupportDependencies,
  { transact, now, member_id }: Asker,
) {
  if (!limits) return
  await transact(async (tx) => {
    await checkRateLimit(tx, bucketOf('inquiries', member_id), allowances.inquiries, now)
    await consumeRateLimit(tx, bucketOf('attempts', member_id), allowances.attempts, now)
  })
}

type Words = { subject_id: number; title: string; context: string }
type File = { bytes: Buffer; name: string }

/**
 * Asks us something. The file is on the disk before the inquiry is there, and goes again where that fails: nothing is
 * half stored. An inquiry counts towards its allowance once it is written, a refused one does not.
 * @throws Refusal `file_not_taken`, `file_not_stored`, `rate_limited`; `invalid_request` for no such subject
 */
export async function createInquiry(
  { files, limits }: SupportDependencies,
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
      if (limits)
        await consumeRateLimit(tx, bucketOf('inquiries', member_id), allowances.inquiries, now)
      const inquiry = await insertInquiry(tx, { ...words, member_id, attachment, now })
      if (!inquiry) return throwFieldError('subject_id', 'not_in_list')
      await publishStudioEvent(tx, { subject_kind: 'inquiry', subject_id: inquiry.id })
      return inquiry
    })
  } catch (error) {
    if (attachment) await deleteAttachment(files, attachment.key)
    throw error
  }
}
