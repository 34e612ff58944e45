import { endpoints } from '#contract/index.ts'
import { campaignLength, campaignTitleLength, type Campaign } from '#contract/studio/marketing.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { changedFields, DraftForm, useDraft } from '#web/features/studio/common/draft-form.tsx'
import { BackLink } from '#web/features/studio/common/studio-shell.tsx'
import { RichTextField } from '#web/features/studio/service/rich-text-field.tsx'
import { formatCount } from '#web/lib/format.ts'
import { studioCampaignPath, studioCampaignsPath } from '#web/routing/studio-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AudienceFields } from './audience-fields.tsx'
import { CampaignPreview } from './campaign-detail.tsx'
import {
  areValidFilters,
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
  const navigate = useNavigate()
  /** The version that is being edited. */
  const [base, setBase] = useState(campaign)
  const saved = base ? textOf(base) : emptyCampaign
  const draft = useDraft(`campaign.${campaign?.id ?? 'new'}`, saved, parseCampaignDraft)
  const { text, changes, isChanged, write } = draft
  const isOutdated = campaign !== null && campaign.version > (base?.version ?? 0)
  // Without unsaved changes, a colleague's version replaces the shown one at once.
  if (isOutdated && !isChanged) applyNewer(campaign)
  const missing = useMissingFields({
    title: text.title.trim() === '' ? messages.title : null,
    context: text.context.trim() === '' ? messages.context : null,
  })
  // The invalid fields of the filters show their own errors.
  const canSave = isChanged && areValidFilters(filtersOf(text))

  function applyNewer(newer: Campaign) {
    setBase(newer)
    draft.setText({ ...textOf(newer), ...changes })
  }

  const messageOf = (error: unknown) =>
    isApiError(error, 'conflict') ? messages.conflict : errorMessage(error)
  const save = useApiMutation(
    (sent: { text: CampaignText; changes: Partial<CampaignText> }) =>
      base
        ? call(calls.updateCampaign, {
            params: { id: base.id },
            body: { version: base.version, ...sent.changes },
          })
        : call(calls.createCampaign, { body: sent.text }),
    {
      toast: messages.saved,
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
  const remove = useApiMutation(calls.deleteCampaign, {
    toast: messages.removed,
    errors: 'inline',
    messageOf,
    async onSuccess() {
      draft.removeStored()
      await navigate(studioCampaignsPath)
    },
    invalidates: [studioKeys.campaigns()],
  })

  async function askToRemove(id: number) {
    const isConfirmed = await confirmDialog({
      title: messages.remove_title,
      message: messages.remove_detail,
      confirmLabel: messages.remove,
    })
    if (isConfirmed) remove.submit({ params: { id } })
  }

  return (
    <>
      <BackLink to={studioCampaignsPath} />
      <DraftForm
        draft={draft}
        heading={campaign ? messages.edit : messages.add}
        labels={messages}
        onApplyNewer={
          isOutdated && isChanged && !save.isPending ? () => applyNewer(campaign) : undefined
        }
        onSubmit={missing.onSubmit(() => {
          if (canSave) save.submit({ text, changes })
          else if (!isChanged) toasts.show(messages.unchanged)
        })}
      >
        <TextField
          label={messages.title}
          hint={messages.title_hint}
          error={missing.errorOf('title')}
          required
          maxLength={campaignTitleLength.max}
          value={text.title}
          counter={`${formatCount(text.title.length)}/${formatCount(campaignTitleLength.max)}`}
          onChange={({ target }) => write({ title: target.value })}
        />
        <div className="mt-5">
          <RichTextField
            label={messages.context}
            error={missing.errorOf('context')}
            max={campaignLength.max}
            value={text.context}
            onChange={(context) => write({ context })}
          />
        </div>
        <AudienceFields filters={filtersOf(text)} onChange={write} />
        <FormAlert className="mt-4">{save.formError ?? remove.formError}</FormAlert>
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
            incomplete={missing.isIncomplete || !canSave}
          >
            {messages.save}
          </Button>
        </div>
      </DraftForm>
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
