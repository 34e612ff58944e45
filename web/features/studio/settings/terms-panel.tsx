import { termsNames } from '#contract/service/particulars.ts'
import { type PublishedTerms, termsLength } from '#contract/service/staff.ts'
import { endpoints } from '#contract/index.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { DateField } from '#web/features/studio/common/value-fields.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { RichTextField } from '#web/features/studio/service/rich-text-field.tsx'
import { formatFullDate } from '#web/lib/format.ts'
import { termsPath } from '#web/routing/account-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import {
  Checkbox,
  FormAlert,
  Options,
  SelectField,
  TextField,
} from '#web/ui/forms/form-controls.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useState } from 'react'
import { settingsMessages } from './messages.ko.ts'

const messages = settingsMessages.terms
const { effective_on, lead, note } = messages

/** The published versions of the legal documents, and the form of a new one. */
export function TermsPanel({ versions }: { versions: readonly PublishedTerms[] }) {
  return (
    <div id="terms" className="scroll-mt-24">
      <Panel title={messages.title}>
        <p className="text-sm text-foreground-muted">{messages.detail}</p>
        {versions.length === 0 && <p className="mt-4 text-sm">{messages.empty}</p>}
        <ul aria-label={messages.list} className="mt-3 divide-y divide-border empty:hidden">
          {versions.map(({ name, effective_on, note, requires_consent }) => (
            <li
              key={name + effective_on}
              className="flex flex-wrap items-center gap-x-4 py-2 text-sm"
            >
              <TextLink to={`${termsPath(name)}?version=${effective_on}`} className="min-h-11">
                {settingsMessages.terms_names[name]}
              </TextLink>
              <span className="tabular-nums">{messages.version(formatFullDate(effective_on))}</span>
              <span className="min-w-0 grow text-foreground-subtle wrap-anywhere">{note}</span>
              {requires_consent && <Badge tone="neutral">{messages.asks_consent}</Badge>}
            </li>
          ))}
        </ul>
        {/* A new form once a version is published. */}
        <NewVersion key={versions.length} />
      </Panel>
    </div>
  )
}

function NewVersion() {
  const [isOpen, setIsOpen] = useState(false)
  const { form, field, control, submit, isSubmitting, formError } = useMutationForm(
    endpoints.studio_service.publishTerms,
    {
      defaultValues: {
        name: 'service',
        effective_on: '',
        lead: '',
        note: '',
        context: '',
        is_disadvantageous: false,
        requires_consent: false,
      },
      labels: { effective_on, lead, note, context: messages.context },
      messageOf: (error) =>
        isApiError(error, 'conflict') ? messages.conflict : errorMessage(error),
      invalidates: [studioKeys.settings()],
      toast: messages.published,
    },
  )
  if (!isOpen)
    return (
      <Button variant="outline" className="mt-4" onClick={() => setIsOpen(true)}>
        {messages.new}
      </Button>
    )
  const context = control('context')
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={messages.new}
      className="mt-6 space-y-3 border-t border-border pt-5"
    >
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <SelectField label={messages.name} {...field('name')}>
          <Options values={termsNames} names={settingsMessages.terms_names} />
        </SelectField>
        <DateField label={messages.effective_on} required {...control('effective_on')} />
        <TextField label={messages.lead} required maxLength={120} {...field('lead')} />
        <TextField label={messages.note} required maxLength={200} {...field('note')} />
      </div>
      <RichTextField
        label={messages.context}
        max={termsLength.max}
        value={context.value ?? ''}
        error={context.error}
        onChange={(value) => context.onValue(value)}
      />
      <Checkbox label={messages.is_disadvantageous} {...form.register('is_disadvantageous')} />
      <div>
        <Checkbox label={messages.requires_consent} {...form.register('requires_consent')} />
        <p className="text-xs text-foreground-subtle">{messages.requires_consent_hint}</p>
      </div>
      <FormAlert>{formError}</FormAlert>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {messages.publish}
      </Button>
    </form>
  )
}
