import { recoveryCopy } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  recoverIdPath,
  joinPath,
  recoverIdSuccessPath,
  recoverPasswordPath,
} from '#web/routing/paths.ts'
import type { Route } from './+types/recover-id.route.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { useCallForm } from '#web/api/use-api-form.ts'
import { PhoneProof } from '#web/features/account/fields/phone-verification.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { TextField, FormError } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { foundId, RecoveryFrame } from './recovery-layout.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryCopy.id
  return pageMeta(matches, { title, description, path: recoverIdPath, hidden: true })
}

export default function RecoverId() {
  return <RecoverIdPage />
}

const words = recoveryCopy.id

/** The name and a proven phone find the address (D-14). */
function RecoverIdPage() {
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
