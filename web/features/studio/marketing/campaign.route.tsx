import { countCharacters } from '#contract/core/characters.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { studioCampaignsPath, studioCampaignPath } from '#web/routing/studio-paths.ts'
import { ButtonLink, Button } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode, useState } from 'react'
import type { Route } from './+types/campaign.route.ts'
import { CampaignDetail, CampaignPreview } from './campaign-detail.tsx'
import { studioMessages } from '../common/messages.ko.ts'
import { campaignMessages as messages, campaignMessages } from './messages.ko.ts'
import { campaignQuery, audienceQuery } from './queries.ts'
import { endpoints } from '#contract/index.ts'
import {
  CampaignFilters,
  campaignLength,
  campaignTitleLength,
  type Campaign,
} from '#contract/accounts/staff/marketing.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { changedFields, DraftForm, useDraft } from '#web/features/studio/common/draft-form.tsx'
import { DateTimeField } from '#web/features/studio/common/value-fields.tsx'
import { BackLink } from '#web/features/studio/common/studio-shell.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { RichTextField } from '#web/features/studio/service/rich-text-field.tsx'
import { formatCount } from '#web/lib/format.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert, SelectField, TextField, Options } from '#web/ui/forms/form-controls.tsx'
import { useCheckedValues } from '#web/api/use-checked-values.ts'
import { useNavigate } from 'react-router'
import { areValidFilters, AudienceFields } from './audience-fields.tsx'

const editorMessages = campaignMessages.editor
const { send: sendMessages } = campaignMessages

/** Milliseconds between polls while mails are being sent; deliveries publish no events. */
const pollInterval_ms = 5_000

/** A campaign: the editor while it is a draft or new, its figures once it is scheduled. */
export default function CampaignPage({ params: { campaignId } }: Route.ComponentProps) {
  return campaignId === 'new' ? (
    <CampaignEditor key="new" campaign={null} />
  ) : (
    <ExistingCampaign key={campaignId} id={Number(campaignId) || 0} />
  )
}

function ExistingCampaign({ id }: { id: number }) {
  const query = useQuery({
    ...campaignQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? pollInterval_ms : false),
  })
  if (isApiError(query.error, 'not_found'))
    return (
      <EmptyState
        icon="mail"
        heading="h1"
        title={messages.gone}
        actions={<ButtonLink to={studioCampaignsPath}>{studioMessages.back_to_list}</ButtonLink>}
      >
        {messages.gone_detail}
      </EmptyState>
    )
  return (
    <QueryContent query={query} keepsData>
      {(campaign) => (
        <FocusOnSwitch value={campaign.status === 'draft'}>
          {campaign.status === 'draft' ? (
            <CampaignEditor campaign={campaign} />
          ) : (
            <CampaignDetail campaign={campaign} />
          )}
        </FocusOnSwitch>
      )}
    </QueryContent>
  )
}

/** Moves the focus to its beginning when `value` changes, because the element that had it was removed. */
function FocusOnSwitch({ value, children }: { value: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current !== value) box.current?.focus()
    shown.current = value
  }, [value])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

const { studio_marketing: calls } = endpoints

const messageOf = (error: unknown) =>
  isApiError(error, 'conflict') ? editorMessages.conflict : errorMessage(error)

/** The fields of a campaign that staff edit. */
type CampaignText = Pick<Campaign, 'title' | 'context' | keyof CampaignFilters>

const emptyCampaign: CampaignText = {
  title: '',
  context: '',
  joined_from: null,
  joined_to: null,
  has_plan: null,
  watched_within_days: null,
  not_watched_for_days: null,
}

/** Returns the editable fields of a campaign. */
const textOf = ({ title, context, ...campaign }: CampaignText): CampaignText => ({
  title,
  context,
  ...filtersOf(campaign),
})

/** Returns the filters of a campaign. */
function filtersOf(campaign: CampaignFilters): CampaignFilters {
  const { joined_from, joined_to, has_plan, watched_within_days, not_watched_for_days } = campaign
  return { joined_from, joined_to, has_plan, watched_within_days, not_watched_for_days }
}

/** Merges a stored draft over the saved fields; null if there is none or its shape has changed. */
function parseCampaignDraft(stored: string | null, saved: CampaignText): CampaignText | null {
  try {
    if (stored === null) return null
    const draft = textOf({ ...saved, ...(JSON.parse(stored) as Partial<CampaignText>) })
    const isValid =
      typeof draft.title === 'string' &&
      typeof draft.context === 'string' &&
      CampaignFilters.safeParse(filtersOf(draft)).success
    return isValid ? draft : null
  } catch {
    return null
  }
}

/** Writes a campaign. Unsaved changes are kept on this device. */
function CampaignEditor({ campaign }: { campaign: Campaign | null }) {
  const navigate = useNavigate()
  /** The version that is being edited. */
  const [base, setBase] = useState(campaign)
  const saved = base ? textOf(base) : emptyCampaign
  const draft = useDraft(`campaign.${campaign?.id ?? 'new'}`, saved, parseCampaignDraft)
  const { text, changes, isChanged, write } = draft
  const isOutdated = campaign !== null && campaign.version > (base?.version ?? 0)
  // Without unsaved changes, a colleague's version replaces the shown one at once.
  if (isOutdated && !isChanged) applyNewer(campaign)
  const checked = useCheckedValues(calls.createCampaign.body, text, {
    title: editorMessages.title,
    context: editorMessages.context,
  })
  // Fields of the filters that exclude each other show their own errors.
  const canSave = isChanged && areValidFilters(filtersOf(text))

  function applyNewer(newer: Campaign) {
    setBase(newer)
    draft.setText({ ...textOf(newer), ...changes })
  }

  const save = useApiMutation(
    (sent: { text: CampaignText; changes: Partial<CampaignText> }) =>
      base
        ? call(calls.updateCampaign, {
            params: { id: base.id },
            body: { version: base.version, ...sent.changes },
          })
        : call(calls.createCampaign, { body: sent.text }),
    {
      toast: editorMessages.saved,
      errors: 'inline',
      messageOf,
      async onSuccess(result, sent, client) {
        draft.removeStored()
        setBase(result)
        // Keeps text that was typed during the request.
        draft.setText((typed) => ({ ...textOf(result), ...changedFields(typed, sent.text) }))
        client.setQueryData(campaignQuery(result.id).queryKey, result)
        if (!campaign) await navigate(studioCampaignPath(result.id), { replace: true })
      },
      invalidates: [studioKeys.campaigns()],
    },
  )
  const removal = useRemoval(draft.removeStored)

  return (
    <>
      <BackLink to={studioCampaignsPath} />
      <DraftForm
        draft={draft}
        heading={campaign ? editorMessages.edit : editorMessages.add}
        labels={editorMessages}
        onApplyNewer={
          isOutdated && isChanged && !save.isPending ? () => applyNewer(campaign) : undefined
        }
        onSubmit={checked.onSubmit(() => {
          if (canSave) save.submit({ text, changes })
          else if (!isChanged) toasts.show(editorMessages.unchanged)
        })}
      >
        <MailFields text={text} errorOf={checked.errorOf} write={write} />
        <AudienceFields filters={filtersOf(text)} onChange={write} />
        <FormAlert className="mt-4">{save.formError ?? removal.formError}</FormAlert>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          {campaign && (
            <Button
              variant="danger"
              className="mr-auto"
              busy={removal.isPending}
              onClick={() => void removal.confirm(campaign.id)}
            >
              {editorMessages.remove}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            incomplete={checked.isIncomplete || !canSave}
          >
            {editorMessages.save}
          </Button>
        </div>
      </DraftForm>
      {campaign && !isChanged ? (
        <>
          <CampaignPreview campaign={campaign} />
          <SendPanel campaign={campaign} />
        </>
      ) : (
        <p className="mt-8 rounded-card bg-surface px-4 py-3 text-sm text-foreground-muted">
          {sendMessages.save_first}
        </p>
      )}
    </>
  )
}

function MailFields({
  text,
  errorOf,
  write,
}: {
  text: CampaignText
  errorOf: (field: 'title' | 'context') => string | undefined
  write: (changes: Partial<CampaignText>) => void
}) {
  return (
    <>
      <TextField
        label={editorMessages.title}
        hint={editorMessages.title_hint}
        error={errorOf('title')}
        required
        maxLength={campaignTitleLength.max}
        value={text.title}
        counter={`${formatCount(countCharacters(text.title))}/${formatCount(campaignTitleLength.max)}`}
        onChange={({ target }) => write({ title: target.value })}
      />
      <div className="mt-5">
        <RichTextField
          label={editorMessages.context}
          error={errorOf('context')}
          max={campaignLength.max}
          value={text.context}
          onChange={(context) => write({ context })}
        />
      </div>
    </>
  )
}

/** Deletes a draft, after a question. */
function useRemoval(onRemoved: () => void) {
  const navigate = useNavigate()
  const remove = useApiMutation(calls.deleteCampaign, {
    toast: editorMessages.removed,
    errors: 'inline',
    messageOf,
    async onSuccess() {
      onRemoved()
      await navigate(studioCampaignsPath)
    },
    invalidates: [studioKeys.campaigns()],
  })

  async function confirm(id: number) {
    const isConfirmed = await confirmDialog({
      title: editorMessages.remove_title,
      message: editorMessages.remove_detail,
      confirmLabel: editorMessages.remove,
    })
    if (isConfirmed) remove.submit({ params: { id } })
  }

  return { confirm, isPending: remove.isPending, formError: remove.formError }
}

const sendModes = ['now', 'later'] as const
type Mode = (typeof sendModes)[number]

/** Sends a saved draft to oneself, or to its audience now or at a time. */
function SendPanel({ campaign }: { campaign: Campaign }) {
  const { id, version } = campaign
  const { user } = useAuth()
  const audience = useQuery(audienceQuery(filtersOf(campaign)))
  const count = audience.data?.count ?? 0
  const [mode, setMode] = useState<Mode>('now')
  const test = useApiMutation(calls.testCampaign, {
    toast: sendMessages.tested(user.email),
    errors: 'inline',
    messageOf,
  })
  const { control, checked, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.sendCampaign,
    {
      defaultValues: { version, send_at: null },
      validate: ({ send_at }) =>
        mode === 'later' && send_at === null ? [{ field: 'send_at', code: 'required' }] : [],
      errorMessages: () => sendMessages.time_missing,
      messageOf,
      send: ({ send_at }) =>
        call(calls.sendCampaign, { params: { id }, body: { version, send_at } }),
      onSuccess(result, client) {
        if (result.send_at) toasts.show(sendMessages.scheduled(result.send_at), 'success')
        client.setQueryData(campaignQuery(id).queryKey, result)
      },
      invalidates: [studioKeys.campaigns()],
    },
  )
  const time = control('send_at')

  async function confirm() {
    if (!audience.data) return
    if (count === 0) return toasts.show(sendMessages.no_recipients)
    const isConfirmed = await confirmDialog({
      title: sendMessages.confirm_title,
      message: sendMessages.confirm(count),
      confirmLabel: sendMessages.submit[mode],
    })
    if (isConfirmed) submit()
  }

  return (
    <section aria-labelledby="send-title" className="mt-10">
      <h2 id="send-title" className="mb-4 border-b border-border pb-2 text-lg font-bold">
        {sendMessages.title}
      </h2>
      <form noValidate onSubmit={checked(() => void confirm())}>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
          <SelectField
            label={sendMessages.when}
            value={mode}
            onChange={({ target }) => {
              setMode(target.value as Mode)
              time.onValue(null)
            }}
          >
            <Options values={sendModes} names={sendMessages.modes} />
          </SelectField>
          {mode === 'later' && (
            <DateTimeField
              label={sendMessages.time}
              hint={sendMessages.time_hint}
              required
              {...time}
            />
          )}
        </div>
        <p className="text-sm text-foreground-subtle">{sendMessages.night}</p>
        <FormAlert className="mt-4">{formError ?? test.formError}</FormAlert>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button icon="mail" busy={test.isPending} onClick={() => test.submit({ params: { id } })}>
            {sendMessages.test}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={isSubmitting}
            incomplete={isIncomplete || count === 0}
          >
            {sendMessages.submit[mode]}
          </Button>
        </div>
      </form>
    </section>
  )
}
