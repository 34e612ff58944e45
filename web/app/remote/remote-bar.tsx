import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { isVideoPath, videoPath } from '#web/routing/paths.ts'
import {
  forgetRemotePlayer,
  sendRemote,
  type SeenPlayer,
  useRemotePlayer,
} from '#web/session/remote-players.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { useLocation, useNavigate } from 'react-router'
import { remoteMessages as messages } from './messages.ko.ts'

/** Controls the player of another device, on every page but a player's own. */
export function RemoteBar() {
  const player = useRemotePlayer()
  const { pathname } = useLocation()
  if (!player || isVideoPath(pathname)) return null
  return (
    <MemberQueryProvider>
      <Bar player={player} />
    </MemberQueryProvider>
  )
}

const step_s = 10

function Bar({ player }: { player: SeenPlayer }) {
  const { player: id, episode_id, title, device, is_paused, has_next, has_captions } = player
  const navigate = useNavigate()
  const sending = useApiMutation(sendRemote, { messageOf: () => messages.failed })
  const command = (name: 'play' | 'pause' | 'next' | 'captions') =>
    sending.submit({ kind: 'command', player: id, command: name })
  const seek = (seconds: number) =>
    sending.submit({ kind: 'command', player: id, command: 'seek', seconds })
  function continueHere() {
    // The other device saves its position with the pause, and frees its stream.
    command('pause')
    forgetRemotePlayer()
    void navigate(videoPath(episode_id))
  }
  return (
    <section
      aria-label={messages.label}
      className="fixed inset-x-3 bottom-[calc(var(--bottom-nav-height)+0.75rem)] z-popup mx-auto max-w-2xl rounded-sheet bg-surface-raised p-3 shadow-float"
    >
      <div className="flex items-center gap-3 pl-1">
        <Icon name="monitor" className="size-6 shrink-0 text-accent" />
        <div className="min-w-0 grow" role="status">
          <p className="truncate text-base font-semibold">{title}</p>
          <p className="truncate text-sm text-foreground-muted">{messages.on(device)}</p>
        </div>
        <IconButton label={messages.close} icon="close" onClick={forgetRemotePlayer} />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <Button variant="ghost" className="px-3" onClick={() => seek(-step_s)}>
          {messages.back}
        </Button>
        <IconButton
          label={is_paused ? messages.play : messages.pause}
          icon={is_paused ? 'play' : 'pause'}
          onClick={() => command(is_paused ? 'play' : 'pause')}
        />
        <Button variant="ghost" className="px-3" onClick={() => seek(step_s)}>
          {messages.forward}
        </Button>
        {has_next && (
          <Button variant="ghost" className="px-3" onClick={() => command('next')}>
            {messages.next}
          </Button>
        )}
        {has_captions && (
          <Button variant="ghost" className="px-3" onClick={() => command('captions')}>
            {messages.captions}
          </Button>
        )}
        <Button variant="primary" className="ml-auto max-sm:w-full" onClick={continueHere}>
          {messages.here}
        </Button>
      </div>
    </section>
  )
}
