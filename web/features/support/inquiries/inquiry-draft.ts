import { draftStorage } from '#web/lib/drafts.ts'

/** The text of an unsent inquiry. The attachment is not saved. */
type InquiryDraft = { subject_id: string; title: string; context: string }

export const emptyDraft: InquiryDraft = { subject_id: '', title: '', context: '' }

export const isEmpty = ({ title, context }: InquiryDraft) => title === '' && context === ''

/** The member's inquiry draft on this device. Saving an empty draft removes it. */
export function inquiryDraftStorage(member_id: number | null) {
  const storage = draftStorage('inquiry', member_id)
  return {
    read: () => parseInquiryDraft(storage.read()),
    save: (draft: InquiryDraft) =>
      isEmpty(draft) ? storage.remove() : storage.save(JSON.stringify(draft)),
    remove: storage.remove,
  }
}

/** Parses a stored draft, or returns null if it is invalid. */
export function parseInquiryDraft(text: string | null): InquiryDraft | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<Record<keyof InquiryDraft, unknown>> | null
    const { subject_id, title, context } = stored ?? {}
    if (typeof title !== 'string' || typeof context !== 'string') return null
    return {
      subject_id: typeof subject_id === 'string' && /^\d+$/.test(subject_id) ? subject_id : '',
      title,
      context,
    }
  } catch {
    return null
  }
}
