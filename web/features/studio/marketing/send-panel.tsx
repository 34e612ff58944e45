import { endpoints } from '#contract/index.ts'
import type { Campaign } from '#contract/studio/marketing.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { fromKstInput } from '#web/features/studio/common/kst-input.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert, SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { filtersOf } from './campaign-draft.ts'
import { campaignMessages } from './messages.ko.ts'
import { audienceQuery, campaignQuery } from './queries.ts'
import { studioKeys } from '../query-keys.ts'

const messages = campaignMessages.send
const { studio_marketing: calls } = endpoints

type Mode = keyof typeof messages.modes

/** Sends a saved draft to oneself, or to its audience now or at a time. */
export function SendPanel({ campaign }: { campaign: Campaign }) {
  const { id, version } = campaign
  const { user } = useAuth()
  const audience = useQuery(audienceQuery(filtersOf(campaign)))
  const count = audience.data?.count ?? 0
  const [mode, setMode] = useState<Mode>('now')
  const [time, setTime] = useState('')
  const [isTimeMissing, setTimeMissing] = useState(false)

  const messageOf = (error: unknown) =>
    isApiError(error, 'conflict') ? campaignMessages.editor.conflict : errorMessage(error)
  const test = useApiMutation(calls.testCampaign, {
    toast: messages.tested(user.email),
    errors: 'inline',
    messageOf,
  })
  const send = useApiMutation(calls.sendCampaign, {
    errors: 'inline',
    messageOf,
    onSuccess(result, _, client) {
      if (result.send_at) toasts.show(messages.scheduled(result.send_at), 'success')
      client.setQueryData(campaignQuery(id).queryKey, result)
    },
    invalidates: [studioKeys.campaigns()],
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (count === 0) {
      toasts.show(messages.no_recipients)
      return
    }
    const send_at = mode === 'later' ? fromKstInput(time) : null
    setTimeMissing(mode === 'later' && send_at === null)
    if (send.isPending || (mode === 'later' && send_at === null)) return
    const isConfirmed = await confirmDialog({
      title: messages.confirm_title,
      message: messages.confirm(count),
      confirmLabel: messages.submit[mode],
    })
    if (isConfirmed) send.submit({ params: { id }, body: { version, send_at } })
  }

  return (
    <section aria-labelledby="send-title" className="mt-10">
      <h2 id="send-title" className="mb-4 border-b border-border pb-2 text-lg font-bold">
        {messages.title}
      </h2>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2 xl:grid-cols-4">
          <SelectField
            label={messages.when}
            value={mode}
            onChange={({ target }) => setMode(target.value as Mode)}
          >
            {Object.entries(messages.modes).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
          {mode === 'later' && (
            <TextField
              type="datetime-local"
              label={messages.time}
              hint={messages.time_hint}
              required
              value={time}
              error={isTimeMissing ? messages.time_missing : undefined}
              onChange={({ target }) => {
                setTime(target.value)
                setTimeMissing(false)
              }}
            />
          )}
        </div>
        <p className="text-sm text-foreground-subtle">{messages.night}</p>
        <FormAlert className="mt-4">{send.formError ?? test.formError}</FormAlert>
        <div className="mt-5 flex flex-wrap justify-end gap-2.5">
          <Button icon="mail" busy={test.isPending} onClick={() => test.submit({ params: { id } })}>
            {messages.test}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={send.isPending}
            disabled={!audience.data}
            incomplete={count === 0}
          >
            {messages.submit[mode]}
          </Button>
        </div>
      </form>
    </section>
  )
}
