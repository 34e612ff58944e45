import { profileCopy } from '#web/copy/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { modals } from '#web/ui/modal-stack.ts'
import { ModalBody } from '#web/ui/modal.tsx'
import { useState, type FormEvent } from 'react'

const words = profileCopy.passkey

/** Asks what the new key is to be called. */
export const askPasskeyName = (): Promise<string | undefined> =>
  modals.open<string>({ label: words.name_title }, (close) => <NameDialog close={close} />)

function NameDialog({ close }: { close: (name?: string) => void }) {
  const [name, setName] = useState<string>(words.name_example)
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) close(name.trim())
    else setError(words.name_missing)
  }
  return (
    <form noValidate onSubmit={submit}>
      <ModalBody
        title={words.name_title}
        actions={
          <>
            <Button onClick={() => close()}>{profileCopy.cancel}</Button>
            <Button type="submit" look="primary">
              {words.next}
            </Button>
          </>
        }
      >
        <p className="mb-5">{words.name_detail}</p>
        <TextField
          label={words.name}
          required
          maxLength={50}
          autoComplete="off"
          value={name}
          error={error}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </ModalBody>
    </form>
  )
}
