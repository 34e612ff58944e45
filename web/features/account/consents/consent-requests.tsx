import type { ConsentRequest } from '#contract/accounts/consents.ts'
import { apiRequest } from '#web/api/client.ts'
import { giveConsents, listConsentRequests } from '#web/api/endpoints/consents.generated.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { formatFullDate } from '#web/lib/format.ts'
import { termsPath } from '#web/routing/account-paths.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { consentRequestMessages as messages } from './messages.ko.ts'

/** Asks the member to consent to changed documents, if there are any that the member has not consented to. */
export async function openConsentRequests(): Promise<void> {
  const requests = await apiRequest(listConsentRequests, {})
  if (requests.length === 0) return
  await dialogs.open({ label: messages.title }, (close) => (
    <MemberQueryProvider>
      <ConsentDialog requests={requests} close={() => close()} />
    </MemberQueryProvider>
  ))
}

function ConsentDialog({
  requests,
  close,
}: {
  requests: readonly ConsentRequest[]
  close: () => void
}) {
  const agreement = useApiMutation(giveConsents, {
    errors: 'inline',
    toast: messages.agreed,
    onSuccess: close,
  })
  return (
    <DialogBody
      title={messages.title}
      actions={
        <>
          <Button onClick={close}>{messages.later}</Button>
          <Button
            variant="primary"
            busy={agreement.isPending}
            onClick={() => agreement.submit({ body: { consents: [...requests] } })}
          >
            {messages.agree}
          </Button>
        </>
      }
    >
      <p>{messages.lead}</p>
      <ul className="mt-3">
        {requests.map(({ kind, version, terms }) => (
          <li key={kind}>
            <TextLink
              to={`${termsPath(terms)}?version=${version}`}
              target="_blank"
              tone="accent"
              className="min-h-11"
            >
              {messages.read(messages.names[kind], formatFullDate(version))}
            </TextLink>
          </li>
        ))}
      </ul>
      <FormAlert className="mt-3">{agreement.formError}</FormAlert>
    </DialogBody>
  )
}
