import type { Inquiry } from '#contract/customer-services/customer-services.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import { consumeRateLimit, checkRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { deleteAttachment, storeAttachment } from '../attachments/attachment-files.ts'
import { inspectAttachment } from '../attachments/inspect-attachment.ts'
import type { SupportDependencies } from '../dependencies.ts'
import { insertInquiry } from './inquiry-queries.ts'

type Requester = Pick<RequestContext, 'transact' | 'now'> & { member_id: number }

/**
 * Rejects a rate-limited member before the form is received.
 * @throws ProblemError `rate_limited`
 */
export async function checkInquiryAllowed(
  { limits }: SupportDependencies,
  { transact, now, member_id }: Requester,
) {
  if (!limits) return
  await transact(async (tx) => {
    await checkRateLimit(tx, ['inquiries', member_id], now)
    await consumeRateLimit(tx, ['inquiry_forms', member_id], now)
  })
}

type InquiryFields = { subject_id: number; title: string; context: string }
type File = { bytes: Buffer; name: string }

/**
 * Creates an inquiry. Stores the file first and deletes it if the insert fails, so that both exist or neither. Only
 * created inquiries count towards the rate limit.
 * @throws ProblemError `file_type_rejected`, `storage_unavailable`, `rate_limited`; `invalid_request` for an unknown subject;
 * `service_unavailable` if the file cannot be scanned
 */
export async function createInquiry(
  { files, limits, scanner }: SupportDependencies,
  { transact, now, member_id }: Requester,
  fields: InquiryFields,
  file: File | null,
): Promise<Inquiry> {
  const inspected = file && (await inspectAttachment(file.bytes, file.name, member_id))
  // The file as it was sent: signatures describe that, not what sanitization leaves of it.
  if (file && (await scanner.scan(file.bytes)) !== undefined)
    throwProblem('file_type_rejected', { fields: [{ field: 'attachment_file', code: 'infected' }] })
  const attachment = inspected && {
    key: await storeAttachment(files, inspected.bytes),
    name: inspected.name,
    type: inspected.type,
    bytes: inspected.bytes.length,
  }
  try {
    return await transact(async (tx) => {
      if (limits) await consumeRateLimit(tx, ['inquiries', member_id], now)
      const inquiry = await insertInquiry(tx, { ...fields, member_id, attachment, now })
      if (!inquiry) return throwFieldError('subject_id', 'invalid_choice')
      await publishStudioEvent(tx, { subject_kind: 'inquiry', subject_id: inquiry.id })
      return inquiry
    })
  } catch (error) {
    if (attachment) await deleteAttachment(files, attachment.key)
    throw error
  }
}
