import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import type { ReactNode } from 'react'
import { openEmailDialog, openSuspensionDialog } from './account-dialogs.tsx'
import { MovedList, openMergeDialog, refusalText } from './merge-dialogs.tsx'
import {
  emailChangeMessages,
  memberAccountMessages,
  mergeMessages,
  suspensionMessages,
} from './messages.ko.ts'

/** The account actions of support, each with its state and one button. */
export function MemberAccount({ member }: { member: MemberDetail }) {
  const { user } = useAuth()
  if (user.id === member.id) return <p className="panel p-4">{memberAccountMessages.own_account}</p>
  const { suspension, email_change } = member
  return (
    <ul className="divide-y divide-border panel px-4 md:px-5">
      <AccountRow
        title={emailChangeMessages.row}
        state={
          email_change
            ? emailChangeMessages.waiting(
                email_change.email,
                formatDateTime(email_change.expires_at),
              )
            : member.email
        }
        button={email_change ? emailChangeMessages.cancel : emailChangeMessages.change}
        onClick={() => void openEmailDialog(member)}
      />
      <AccountRow
        title={suspensionMessages.row}
        state={
          suspension ? suspensionMessages.categories[suspension.category] : suspensionMessages.none
        }
        button={suspension ? suspensionMessages.restore : suspensionMessages.suspend}
        onClick={() => void openSuspensionDialog(member)}
      />
      <MergeRow member={member} />
    </ul>
  )
}

/** The merge that waits, with its preview and what is against it. Only the page of the account that stays completes it. */
function MergeRow({ member }: { member: MemberDetail }) {
  const { id, merge } = member
  if (!merge)
    return (
      <AccountRow
        title={mergeMessages.row}
        state={mergeMessages.none}
        button={mergeMessages.start}
        onClick={() => void openMergeDialog(member)}
      />
    )
  const { source_id, target_id, is_source_confirmed, is_target_confirmed, preview } = merge
  const isReady = is_source_confirmed && is_target_confirmed && preview.refusals.length === 0
  const { confirmed, unconfirmed } = mergeMessages
  return (
    <li className="py-4">
      <h2 className="text-base font-semibold">{mergeMessages.row}</h2>
      <p className="mt-1 text-sm text-foreground-muted">
        {mergeMessages.waiting(source_id, target_id, formatDateTime(merge.expires_at))}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Badge tone={is_source_confirmed ? 'success' : 'neutral'}>
          {(is_source_confirmed ? confirmed : unconfirmed).source}
        </Badge>
        <Badge tone={is_target_confirmed ? 'success' : 'neutral'}>
          {(is_target_confirmed ? confirmed : unconfirmed).target}
        </Badge>
      </p>
      <MovedList preview={preview} />
      {preview.refusals.length > 0 && (
        <p className="mt-2 text-sm text-danger">{refusalText(preview.refusals)}</p>
      )}
      {id !== target_id ? (
        <p className="mt-2 text-sm">{mergeMessages.on_target}</p>
      ) : (
        isReady && (
          <Button variant="outline" className="mt-3" onClick={() => void openMergeDialog(member)}>
            {mergeMessages.complete}
          </Button>
        )
      )}
    </li>
  )
}

/** The state of a suspended member, above everything else of the page. */
export const SuspensionNote = ({ suspension }: Pick<MemberDetail, 'suspension'>) =>
  suspension && (
    <p className="mb-4 flex flex-wrap items-center gap-2 panel p-4">
      <Badge tone="accent">{suspensionMessages.badge}</Badge>
      {suspensionMessages.note(
        suspensionMessages.categories[suspension.category],
        formatDateTime(suspension.suspended_at),
      )}
    </p>
  )

function AccountRow({
  title,
  state,
  button,
  onClick,
}: {
  title: string
  state: ReactNode
  button: string
  onClick: () => void
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-1 text-sm wrap-anywhere text-foreground-muted">{state}</p>
      </div>
      <Button variant="outline" onClick={onClick}>
        {button}
      </Button>
    </li>
  )
}
