import { joinMeta, useJoinStep, StepForm } from './step-form.tsx'
import type { Route } from './+types/consents.route.ts'
import { consents, requiredConsents, type Consent } from '#contract/accounts/account-rules.ts'
import { joinMessages } from './messages.ko.ts'
import { termsPath } from '#web/routing/account-paths.ts'
import { homePath } from '#web/routing/paths.ts'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useId, useRef, useState, type FormEvent, useCallback } from 'react'
import { consentState, missingConsents, joinStore, useJoinStore } from './join-store.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { apiRequest } from '#web/api/client.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

const messages = joinMessages.consents

/** Step 1: consents with their full texts, unchecked by default. */
export default function JoinConsents() {
  const { draft } = useJoinStore()
  const { goNext } = useJoinStep()
  const [showErrors, setShowErrors] = useState(false)
  const [isUnderAge, setIsUnderAge] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const missing = missingConsents(draft.consents)

  function updateConsents(changes: Partial<Record<Consent, boolean>>) {
    joinStore.updateDraft({ consents: { ...draft.consents, ...changes } })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (missing.length === 0) return goNext()
    setShowErrors(true)
    list.current?.querySelector<HTMLElement>(`[name=${missing[0]}]`)?.focus()
  }

  if (isUnderAge) return <UnderAge onMistake={() => setIsUnderAge(false)} />
  return (
    <StepForm
      heading={messages.heading}
      lead={messages.lead}
      submit={joinMessages.next}
      canSubmit={missing.length === 0}
      onSubmit={submit}
      error={
        showErrors &&
        missing.length > 0 &&
        messages.missing(missing.map((name) => messages.texts[name].name))
      }
    >
      <fieldset>
        <legend className="sr-only">{messages.legend}</legend>
        <AgreeAll
          all={consentState(draft.consents)}
          onChange={(all) =>
            updateConsents(
              Object.fromEntries(consents.map((name) => [name, all])) as typeof draft.consents,
            )
          }
        />
        <ul ref={list} className="mt-2 divide-y divide-border">
          {consents.map((name) => (
            <ConsentRow
              key={name}
              name={name}
              agreed={draft.consents[name]}
              showError={showErrors && missing.includes(name)}
              onChange={(agreed) => updateConsents({ [name]: agreed })}
            />
          ))}
        </ul>
      </fieldset>
      <TextLink
        onClick={() => setIsUnderAge(true)}
        tone="subtle"
        className="mt-3 -ml-3 px-3 text-sm"
      >
        {messages.under_age}
      </TextLink>
    </StepForm>
  )
}

function AgreeAll({
  all,
  onChange,
}: {
  all: ReturnType<typeof consentState>
  onChange: (all: boolean) => void
}) {
  const checkbox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = all === 'some'
  }, [all])
  return (
    <div className="rounded-sheet bg-surface-raised px-4 py-2">
      <Checkbox
        ref={checkbox}
        checked={all === true}
        onChange={(event) => onChange(event.target.checked)}
        label={
          <span>
            <span className="text-lg font-bold">{messages.all}</span>
            <span className="block text-xs text-foreground-subtle">{messages.all_hint}</span>
          </span>
        }
      />
    </div>
  )
}

function ConsentRow({
  name,
  agreed,
  showError,
  onChange,
}: {
  name: Consent
  agreed: boolean
  showError: boolean
  onChange: (agreed: boolean) => void
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const text = messages.texts[name]
  const required = (requiredConsents as readonly Consent[]).includes(name)
  return (
    <li className="py-1">
      <div className="flex items-center justify-between gap-2 pl-4">
        <Checkbox
          name={name}
          checked={agreed}
          aria-required={required || undefined}
          aria-invalid={showError || undefined}
          onChange={(event) => onChange(event.target.checked)}
          label={
            <span className={showError ? 'text-danger' : ''}>
              <span
                className={`mr-2 text-sm ${required ? 'text-accent' : 'text-foreground-subtle'}`}
              >
                {required ? messages.required : messages.optional}
              </span>
              {text.name}
            </span>
          }
        />
        <button
          type="button"
          aria-label={messages.read_consent(text.name)}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex size-11 shrink-0 items-center justify-center rounded-full text-foreground-subtle hover:bg-surface-raised hover:text-foreground"
        >
          <Icon
            name="chevron_down"
            className={`size-5 transition-transform duration-(--duration-fast) ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </div>
      <div id={id} hidden={!open} className="mr-2 mb-3 ml-13 text-sm text-foreground-muted">
        <ul className="list-disc space-y-2 pl-4 marker:text-foreground-subtle">
          {text.summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <TextLink to={termsPath(text.terms)} target="_blank" tone="accent" className="mt-2">
          {messages.full_text}
        </TextLink>
      </div>
    </li>
  )
}

const underAgeMessages = joinMessages.under_age

/** Explains the minimum age of 14 and deletes the entered data here and the verifications on the server. */
function UnderAge({ onMistake }: { onMistake: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [deletion, setDeletion] = useState<'done' | 'running' | 'failed'>('running')

  const deleteData = useCallback(async () => {
    setDeletion('running')
    joinStore.reset()
    try {
      await apiRequest(accounts.signOut, {})
      setDeletion('done')
    } catch {
      setDeletion('failed')
    }
  }, [])
  useEffect(() => {
    heading.current?.focus()
    void deleteData()
  }, [deleteData])

  return (
    <div>
      <span className="mb-5 flex size-14 items-center justify-center rounded-full bg-accent-subtle text-accent">
        <Icon name="info" className="size-7" />
      </span>
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-2xl font-extrabold outline-none focus-visible:shadow-none md:text-3xl"
      >
        {underAgeMessages.heading}
      </h1>
      <p className="mt-3 text-base text-foreground-muted">{underAgeMessages.lead}</p>
      <p role="status" className="mt-3 text-base font-semibold">
        {deletion === 'done' && underAgeMessages.data_deleted}
        {deletion === 'running' && underAgeMessages.deleting}
        {deletion === 'failed' && underAgeMessages.delete_failed}
      </p>
      <p className="mt-3 text-base text-foreground-muted">{underAgeMessages.free_episodes}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {deletion === 'failed' && (
          <Button icon="retry" onClick={() => void deleteData()}>
            {underAgeMessages.retry_delete}
          </Button>
        )}
        <ButtonLink to={homePath} variant="primary" icon="home">
          {underAgeMessages.home}
        </ButtonLink>
        <Button variant="ghost" onClick={onMistake}>
          {underAgeMessages.mistake}
        </Button>
      </div>
    </div>
  )
}
