import { userCodeAlphabet, userCodeLength } from '#contract/accounts/account-rules.ts'
import type { DeviceRequest } from '#contract/accounts/device-sign-in.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import {
  decideDeviceRequest,
  readDeviceRequest,
} from '#web/api/endpoints/device-sign-in.generated.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { activatePath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath } from '#web/routing/paths.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { Button } from '#web/ui/base/button.tsx'
import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { ResultActions, ResultPage } from '#web/ui/layout/result-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { Route } from './+types/activate.route.ts'
import { deviceSignInMessages as messages } from './messages.ko.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: activatePath, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: ActivateSkeleton, isProfileNeeded: false }

/** Letters in either case, with or without the hyphen. */
const codePattern = new RegExp(`^[${userCodeAlphabet}]{${userCodeLength}}$`)
const parseCode = (text: string | null) => {
  const code = text?.toUpperCase().replace(/[\s-]/g, '') ?? ''
  return codePattern.test(code) ? code : null
}

/** Lets a device in that shows a code; its QR opens this page with the code. */
export default function Activate() {
  const [params, setParams] = useSearchParams()
  const code = parseCode(params.get('code'))
  const [decision, setDecision] = useState<boolean>()
  if (decision !== undefined) return <Decided isApproved={decision} />
  if (code === null) return <CodeForm typed={params.get('code')} />
  return <Request key={code} code={code} onDecided={setDecision} onBack={() => setParams({})} />
}

const Decided = ({ isApproved }: { isApproved: boolean }) => (
  <ResultPage
    icon={isApproved ? 'check' : 'lock'}
    title={isApproved ? messages.approved : messages.denied_here}
    detail={isApproved ? messages.approved_detail : messages.denied_here_detail}
    actions={<ResultActions actions={[{ to: homePath, label: messages.home }]} />}
  />
)

/** A form of the address, as a search is. */
const CodeForm = ({ typed }: { typed: string | null }) => (
  <ResultPage icon="monitor" title={messages.enter}>
    <Form noValidate className="space-y-3">
      <TextField
        label={messages.code}
        name="code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        placeholder={messages.code_example}
        defaultValue={typed ?? ''}
        error={typed === null ? undefined : messages.code_invalid}
      />
      <Button type="submit" variant="primary" size="lg" className="w-full">
        {messages.next}
      </Button>
    </Form>
  </ResultPage>
)

type RequestProps = { code: string; onDecided: (isApproved: boolean) => void; onBack: () => void }

function Request({ code, onDecided, onBack }: RequestProps) {
  const request = useQuery({
    queryKey: accountKeys.deviceRequest(code),
    queryFn: () => call(readDeviceRequest, { query: { user_code: code } }),
    // Each request counts as a try.
    retry: false,
    staleTime: Infinity,
  })
  if (isApiError(request.error, 'not_found')) return <UnknownCode onBack={onBack} />
  if (!request.data) return <QueryPlaceholder query={request} skeleton={<ActivateSkeleton />} />
  return <Question code={code} request={request.data} onDecided={onDecided} />
}

const UnknownCode = ({ onBack }: { onBack: () => void }) => (
  <ResultPage
    icon="warning"
    title={messages.unknown}
    detail={messages.unknown_detail}
    actions={
      <Button variant="primary" size="lg" onClick={onBack}>
        {messages.again}
      </Button>
    }
  />
)

/** Names the device and where it is, and asks. */
function Question({
  code,
  request: { device, address, is_same_network, requested_at },
  onDecided,
}: {
  code: string
  request: DeviceRequest
  onDecided: (isApproved: boolean) => void
}) {
  const [openedAt] = useState(Date.now)
  const deciding = useApiMutation(decideDeviceRequest, {
    errors: 'inline',
    messageOf: (error) =>
      isApiError(error, 'not_found') ? messages.unknown_detail : (error as Error).message,
    onSuccess: (_, { body }) => onDecided(body.is_approved),
  })
  const decide = (is_approved: boolean) =>
    deciding.submit({ body: { user_code: code, is_approved } })
  return (
    <ResultPage
      icon="monitor"
      title={messages.ask}
      detail={messages.ask_detail}
      actions={
        <>
          <Button size="lg" aria-disabled={deciding.isPending} onClick={() => decide(false)}>
            {messages.deny}
          </Button>
          <Button
            variant="primary"
            size="lg"
            busy={deciding.isPending}
            onClick={() => decide(true)}
          >
            {messages.approve}
          </Button>
        </>
      }
    >
      <DescriptionList>
        <DescriptionItem name={messages.device}>
          {device || messages.device_unknown}
        </DescriptionItem>
        <DescriptionItem name={messages.address}>
          {is_same_network ? messages.same_network : messages.other_network}
          <br />
          <span className="font-normal text-foreground-muted">{address}</span>
        </DescriptionItem>
        <DescriptionItem name={messages.requested}>
          {formatRelativeTime(requested_at, openedAt)}
        </DescriptionItem>
      </DescriptionList>
      {!is_same_network && <p className="mt-4 text-sm text-warning">{messages.warning}</p>}
      <FormAlert className="mt-4">{deciding.formError}</FormAlert>
    </ResultPage>
  )
}

function ActivateSkeleton() {
  return <ResultPage title={messages.title} />
}
