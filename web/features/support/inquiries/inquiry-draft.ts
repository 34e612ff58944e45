import { draftStorage } from '#web/lib/drafts.ts'

/** An inquiry that is being written, as its form holds it. The file is not kept. */
type InquiryDraft = { subject_id: string; title: string; context: string }

export const emptyDraft: InquiryDraft = { subject_id: '', title: '', context: '' }

export const isEmpty = ({ title, context }: InquiryDraft) => title === '' && context === ''

/** The member's draft of an inquiry on this device. An empty one is none. */
export function inquiryDraftStorage(member_id: number | null) {
  const kept = draftStorage('inquiry', member_id)
  return {
    read: () => parseInquiryDraft(kept.read()),
    keep: (draft: InquiryDraft) =>
      isEmpty(draft) ? kept.drop() : kept.keep(JSON.stringify(draft)),
    drop: kept.drop,
  }
}

/** What was kept, unless another hand has been at it. */
export function parseInquiryDraft(text: string | null): InquiryDraft | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Record<keyof InquiryDraft, unknown>> | null
    const { subject_id, title, context } = kept ?? {}
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
