import { endpoints } from '#contract/index.ts'
import { campaignLength, campaignTitleLength, type Campaign } from '#contract/studio/marketing.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { RichTextField } from '#web/features/studio/service/rich-text-field.tsx'
import { draftStorage } from '#web/lib/drafts.ts'
import { formatCount } from '#web/lib/format.ts'
import { studioCampaignPath, studioCampaignsPath } from '#web/routing/studio-paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { AudienceFields } from './audience-fields.tsx'
import { BackLink, CampaignPreview } from './campaign-detail.tsx'
import {
  areValidFilters,
  changedFields,
  emptyCampaign,
  filtersOf,
  parseCampaignDraft,
  textOf,
  type CampaignText,
} from './campaign-draft.ts'
import { campaignMessages } from './messages.ko.ts'
import { campaignQuery } from './queries.ts'
import { studioKeys } from '../query-keys.ts'
import { SendPanel } from './send-panel.tsx'

const messages = campaignMessages.editor
const { studio_marketing: calls } = endpoints

/** Writes a campaign. Unsaved changes are kept on this device. */
export function CampaignEditor({ campaign }: { campaign: Campaign | null }) {
  const { user } = useAuth()
  const client = useQueryClient()
  const navigate = useNavigate()
  const draft = draftStorage(`campaign.${campaign?.id ?? 'new'}`, user.id)
  /** The version that is being edited. */
  const [base, setBase] = useState(campaign)
  const saved = base ? textOf(base) : emptyCampaign
  const [restored] = useState(() => parseCampaignDraft(draft.read(), saved))
  const [text, setText] = useState(restored ?? saved)
  const changes = changedFields(text, saved)
  const isChanged = Object.keys(changes).length > 0
  const isOutdated = campaign !== null && campaign.version !== base?.version
  // Without changes of one's own, a colleague's version replaces the shown one at once.
  if (isOutdated && !isChanged) applyNewer(campaign)
  const isComplete =
    text.title.trim() !== '' && text.context.trim() !== '' && areValidFilters(filtersOf(text))

  function applyNewer(newer: Campaign) {
    setBase(newer)
    setText({ ...textOf(newer), ...changes })
  }
  function write(change: Partial<CampaignText>) {
    const next = { ...text, ...change }
    setText(next)
    // Unchanged fields are not kept, because a colleague may change them meanwhile.
    const unsaved = changedFields(next, saved)
    if (Object.keys(unsaved).length > 0) draft.save(JSON.stringify(unsaved))
    else draft.remove()
  }

  const onConflict = (error: unknown) => {
    if (isApiError(error, 'conflict'))
      void client.invalidateQueries({ queryKey: studioKeys.campaigns() })
  }
  const save = useMutation({
    mutationFn: () =>
      base
        ? call(calls.updateCampaign, {
            params: { id: base.id },
            body: { version: base.version, ...changes },
          })
        : call(calls.createCampaign, { body: text }),
    onSuccess(result) {
      draft.remove()
      setBase(result)
      setText(textOf(result))
      client.setQueryData(campaignQuery(result.id).queryKey, result)
      void client.invalidateQueries({ queryKey: studioKeys.campaigns() })
      toasts.show(messages.saved, 'success')
      if (!campaign) void navigate(studioCampaignPath(result.id), { replace: true })
    },
    onError: onConflict,
  })
  const remove = useMutation({
    mutationFn: (id: number) => call(calls.deleteCampaign, { params: { id } }),
    onSuccess() {
      draft.remove()
      toasts.show(messages.removed, 'success')
      void navigate(studioCampaignsPath)
      void client.invalidateQueries({ queryKey: studioKeys.campaigns() })
    },
    onError: onConflict,
  })

  async function askToRemove(id: number) {
    const isConfirmed = await confirmDialog({
      title: messages.remove_title,
      message: messages.remove_detail,
      confirmLabel: messages.remove,
    })
    if (isConfirmed) remove.mutate(id)
  }

  const submit = () => {
    if (isComplete && isChanged && !save.isPending) save.mutate()
  }
  const error = save.error ?? remove.error
  const problem = !error
    ? null
    : isApiError(error, 'conflict')
      ? messages.conflict
      : errorMessage(error)
  return (
    <>
      <BackLink />
      <h1 className="mb-5 text-2xl font-extrabold">{campaign ? messages.edit : messages.add}</h1>
      {isOutdated && isChanged && !save.isPending && (
        <p
          role="status"
          className="mb-5 flex flex-wrap items-center gap-3 rounded-lg bg-accent-subtle py-1 pr-1 pl-4 text-sm"
        >
          <span className="grow">{messages.newer}</span>
          <Button variant="ghost" icon="retry" onClick={() => applyNewer(campaign)}>
            {messages.apply_newer}
          </Button>
        </p>
      )}
      {restored && isChanged && (
        <p className="mb-5 flex flex-wrap items-center gap-3 rounded-lg bg-accent-subtle py-1 pr-1 pl-4 text-sm">
          <span className="grow">{messages.draft}</span>
          <Button
            variant="ghost"
            onClick={() => {
              draft.remove()
              setText(saved)
            }}
          >
            {messages.draft_drop}
          </Button>
        </p>
      )}
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={messages.title}
          hint={messages.title_hint}
          required
          maxLength={campaignTitleLength.max}
          value={text.title}
          counter={`${formatCount(text.title.length)}/${formatCount(campaignTitleLength.max)}`}
          onChange={({ target }) => write({ title: target.value })}
        />
        <RichTextField
          label={messages.context}
          max={campaignLength.max}
          value={text.context}
          onChange={(context) => write({ context })}
        />
        <AudienceFields filters={filtersOf(text)} onChange={write} />
        <FormAlert className="mt-4">{problem}</FormAlert>
        <div className="mt-5 flex flex-wrap justify-end gap-2.5">
          {campaign && (
            <Button
              variant="danger"
              className="mr-auto"
              busy={remove.isPending}
              onClick={() => void askToRemove(campaign.id)}
            >
              {messages.remove}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            disabled={!isComplete || !isChanged}
          >
            {messages.save}
          </Button>
        </div>
      </form>
      {campaign && !isChanged ? (
        <>
          <CampaignPreview campaign={campaign} />
          <SendPanel campaign={campaign} />
        </>
      ) : (
        <p className="mt-8 rounded-lg bg-surface px-4 py-3 text-sm text-foreground-muted">
          {campaignMessages.send.save_first}
        </p>
      )}
    </>
  )
}
