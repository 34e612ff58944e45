import { cleanText, countCharacters } from '#contract/core/characters.ts'
import { joinMeta, useJoinStep, StepForm } from './step-form.tsx'
import type { Route } from './+types/name.route.ts'
import { usernameLength } from '#contract/accounts/account-rules.ts'
import { Username } from '#contract/accounts/account-fields.ts'
import { isReservedName } from '#contract/core/reserved-names.ts'
import { fieldErrorMessage } from '#web/api/error-messages.ko.ts'
import { useService } from '#web/lib/service.ts'
import { joinMessages } from './messages.ko.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { joinStore, useJoinStore } from './join-store.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

const messages = joinMessages.name

function nameErrorOf(typed: string, service: string) {
  if (!typed.trim()) return 'required'
  if (countCharacters(cleanText(typed).trim()) > usernameLength.max) return 'too_long'
  return isReservedName(typed, [service]) ? 'reserved' : 'invalid_format'
}

/** The name step. */
export default function JoinName() {
  const { draft } = useJoinStore()
  const service = useService().name
  const { goNext } = useJoinStep()
  const [typed, setTyped] = useState(draft.username)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const username = z.safeParse(Username, typed)
    if (username.success && !isReservedName(username.data, [service])) {
      joinStore.updateDraft({ username: username.data })
      return goNext()
    }
    setError(fieldErrorMessage('username', nameErrorOf(typed, service)))
    field.current?.focus()
  }

  return (
    <StepForm
      heading={messages.heading}
      lead={messages.lead}
      submit={joinMessages.next}
      onSubmit={submit}
    >
      <TextField
        ref={field}
        label={messages.label}
        hint={messages.hint(usernameLength.max)}
        error={error}
        name="name"
        autoComplete="name"
        maxLength={60}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
      />
    </StepForm>
  )
}
