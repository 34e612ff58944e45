import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { recoveryCopy } from '#web/copy/recovery.ts'
import { useCallForm } from '#web/data/call-form.ts'
import { PhoneProof } from '#web/data/phone-proof.tsx'
import { joinPath, recoverIdSuccessPath, recoverPasswordPath } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { foundId } from './found-id.ts'
import { RecoveryFrame } from './recovery-frame.tsx'

const words = recoveryCopy.id

/** The name and a proven phone find the address (D-14). */
export function RecoverIdPage() {
  const navigate = useNavigate()
  const { form, field, submit, form_error, busy } = useCallForm(
    viewerEndpoints.accounts.recoverEmail,
    {
      defaults: { username: '', phonenumber: '' },
      onDone(found) {
        foundId.keep(found)
        void navigate(recoverIdSuccessPath, { replace: true })
      },
      onRefused({ problem }) {
        // What was proven half an hour ago is proven no more.
        if (problem.code === 'verification_required') form.setValue('phonenumber', '')
        return false
      },
    },
  )
  const proven = form.watch('phonenumber') || null
  const next = useRef<HTMLButtonElement>(null)
  // The field that had the focus is gone once the code was right.
  useEffect(() => {
    if (proven) next.current?.focus()
  }, [proven])
  return (
    <RecoveryFrame
      icon="search"
      title={words.title}
      lead={words.lead}
      ways={[
        { to: recoverPasswordPath, title: words.to_password },
        { to: joinPath, title: words.to_join },
      ]}
    >
      <form noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label={words.name}
          hint={words.name_hint}
          autoComplete="name"
          required
          maxLength={60}
          {...field('username')}
        />
        <PhoneProof
          label={words.phone}
          hint={words.phone_hint}
          proven={proven}
          onProven={(phonenumber) => {
            form.clearErrors('phonenumber')
            form.setValue('phonenumber', phonenumber ?? '')
          }}
        />
        <FormError>{form_error}</FormError>
        <Button
          ref={next}
          type="submit"
          look="primary"
          size="lg"
          className="mt-3 w-full"
          busy={busy}
          disabled={proven === null}
        >
          {words.submit}
        </Button>
      </form>
    </RecoveryFrame>
  )
}
