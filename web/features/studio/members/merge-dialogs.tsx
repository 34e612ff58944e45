import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import type { WaitingMerge } from '#contract/accounts/staff/merges.ts'
import { endpoints } from '#contract/index.ts'
import { ApiError, isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { NumberField } from '#web/features/studio/common/value-fields.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { ReasonForm } from './member-dialogs.tsx'
import { memberAccountMessages, mergeMessages as messages } from './messages.ko.ts'

const { startMerge, completeMerge } = endpoints.studio_members
const { reason } = memberAccountMessages

/** The sentence of each reason against a merge. */
export const refusalText = (refusals: WaitingMerge['preview']['refusals']) =>
  refusals.map((refusal) => messages.refusals[refusal]).join(' ')

function messageOf(error: unknown): string {
  const refusals = error instanceof ApiError ? error.problem.merge_refusals : undefined
  if (refusals?.length) return refusalText(refusals)
  return isApiError(error, 'conflict') ? messages.conflict : errorMessage(error)
}

/** Asks both mailboxes, or merges what both have confirmed. */
export function openMergeDialog({ id, merge }: MemberDetail) {
  const title = merge ? messages.complete_title : messages.title
  return dialogs.open({ label: title }, (close) => (
    <StaffQueryProvider>
      {merge ? (
        <CompleteDialog merge={merge} close={close} />
      ) : (
        <StartDialog id={id} close={close} />
      )}
    </StaffQueryProvider>
  ))
}

function StartDialog({ id, close }: { id: number; close: () => void }) {
  const form = useMutationForm(startMerge, {
    params: { id },
    defaultValues: { reason: '' },
    labels: { reason, source_id: messages.source },
    messageOf,
    invalidates: [studioKeys.member(id)],
    toast: messages.started,
    onSuccess: close,
  })
  return (
    <ReasonForm
      title={messages.title}
      yes={messages.submit}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p className="mb-4">{messages.detail}</p>
      <NumberField
        schema={startMerge.body.shape.source_id}
        label={messages.source}
        required
        {...form.control('source_id')}
      />
    </ReasonForm>
  )
}

function CompleteDialog({ merge, close }: { merge: WaitingMerge; close: () => void }) {
  const id = merge.target_id
  const form = useMutationForm(completeMerge, {
    params: { id },
    defaultValues: { merge_id: merge.id, reason: '' },
    labels: { reason },
    messageOf,
    invalidates: [studioKeys.member(id)],
    toast: messages.merged,
    onSuccess: close,
  })
  return (
    <ReasonForm
      title={messages.complete_title}
      yes={messages.complete}
      form={form}
      reasonField={form.field('reason')}
      close={close}
    >
      <p>{messages.complete_detail}</p>
      <MovedList preview={merge.preview} />
    </ReasonForm>
  )
}

/** The records that the merge moves, without kinds that have none. */
export function MovedList({ preview }: Pick<WaitingMerge, 'preview'>) {
  const { moved } = messages
  const { event_point, paid_point, plan_name, duplicate_reviews } = preview
  const kinds = ['profiles', 'histories', 'likes', 'reviews', 'inquiries', 'purchases'] as const
  const lines = [
    ...kinds.filter((kind) => preview[kind] > 0).map((kind) => moved[kind](preview[kind])),
    ...(event_point + paid_point > 0 ? [moved.points(event_point + paid_point)] : []),
    ...(plan_name === null ? [] : [moved.plan(plan_name)]),
    ...(duplicate_reviews > 0 ? [moved.duplicates(duplicate_reviews)] : []),
  ]
  return (
    <ul className="mt-3 list-disc space-y-1 pl-5 text-sm">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
