import type { PlayerContextValue } from '#web/features/player/core/player.ts'
import { KeyGroups } from './key-groups.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import {
  PlayerProvider,
  usePreference,
  usePlayer,
} from '#web/features/player/hooks/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import {
  shortcuts,
  type Shortcut,
  verticalShortcuts,
} from '#web/features/player/core/keyboard-shortcuts.ts'

/** Opens the list of shortcuts. While it is open, the player ignores shortcuts. */
export async function openShortcutsDialog(
  context: PlayerContextValue,
  orientation: Episode['episode_video_orientation'],
): Promise<void> {
  const { controls } = context
  if (controls.getState().shortcuts_open) return
  controls.setState({ shortcuts_open: true })
  await dialogs.open({ label: playerMessages.shortcuts }, (close) => (
    // Dialogs render outside the player's provider.
    <PlayerProvider value={context}>
      <ShortcutList
        list={orientation === 'vertical' ? verticalShortcuts : shortcuts}
        onClose={() => close()}
      />
    </PlayerProvider>
  ))
  controls.setState({ shortcuts_open: false })
}

/** Includes a switch, because single-key shortcuts must be possible to turn off (WCAG 2.1.4). */
function ShortcutList({ list, onClose }: { list: readonly Shortcut[]; onClose: () => void }) {
  const { player } = usePlayer()
  const isOn = usePreference((preferences) => preferences.shortcuts)
  return (
    <DialogBody title={playerMessages.shortcuts} onClose={onClose}>
      <p className="text-sm">{playerMessages.shortcuts_intro}</p>
      <div className="mt-3">
        <KeyGroups
          groups={[
            {
              keys: list.map(({ command, keys }) => ({
                keys,
                does: playerMessages.command(command),
              })),
            },
          ]}
        />
      </div>
      <label className="mt-3 flex min-h-11 items-center justify-between gap-3 border-t border-border pt-3 text-foreground">
        <span>
          {playerMessages.shortcuts_switch}
          <span className="block text-sm text-foreground-muted">
            {playerMessages.shortcuts_off_hint}
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="player-switch"
          checked={isOn}
          onChange={(event) =>
            player.preferences.setState({ shortcuts: event.currentTarget.checked })
          }
        />
      </label>
    </DialogBody>
  )
}
