import { shortcuts } from '#web/features/player/core/keyboard-shortcuts.ts'
import { createPreferenceStore } from '#web/features/player/core/preferences.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { Switch } from '#web/ui/forms/form-controls.tsx'
import { KeyGroups } from '#web/features/player/controls/key-groups.tsx'
import { useState } from 'react'
import { keyboardHelpMessages as messages } from './keyboard-help-messages.ko.ts'

/** Opens the list of keys, unless the viewer has turned single keys off. */
export function openKeyboardHelp(): void {
  if (dialogs.current().length > 0 || !createPreferenceStore().getState().shortcuts) return
  void dialogs.open({ label: messages.title }, (close) => <KeyboardHelp onClose={close} />)
}

/** Includes a switch, because single-key shortcuts must be possible to turn off (WCAG 2.1.4). */
function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const [preferences] = useState(createPreferenceStore)
  const [isOn, setIsOn] = useState(preferences.getState().shortcuts)
  const player = {
    title: messages.player,
    keys: shortcuts.map(({ command, keys }) => ({ keys, does: playerMessages.command(command) })),
  }
  return (
    <DialogBody title={messages.title} onClose={onClose}>
      <KeyGroups groups={[...messages.groups, player]} />
      <div className="mt-4 text-foreground">
        <Switch
          label={
            <span>
              {messages.switch}
              <span className="block text-sm text-foreground-muted">{messages.switch_hint}</span>
            </span>
          }
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked)
            preferences.setState({ shortcuts: target.checked })
          }}
        />
      </div>
    </DialogBody>
  )
}
