import type { Video } from '#contract/contents/playback.ts'
import { IconButton } from '#web/ui/base/button.tsx'
import type { ReactNode } from 'react'
import {
  usePreference,
  useMediaState,
  usePlayer,
  useMediaRequests,
} from '#web/features/player/core/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { PipIcon } from './icons.tsx'
import { openShortcutsDialog } from './shortcuts-dialog.tsx'
import {
  captionBackgrounds,
  captionSizes,
  playbackRates,
} from '#web/features/player/core/preferences.ts'

export const settingsMenuId = 'player-settings-menu'

/**
 * Everything one can set, in one panel: beside the button where there is room, a sheet from below on a
 * phone. It is a native popover, so Escape, a press outside and the focus' way back are the browser's.
 */
export function SettingsMenu({ video }: { video: Video }) {
  const context = usePlayer()
  const { player, chrome, tell } = context
  const wishes = useMediaRequests()
  const rate = useMediaState((facts) => facts.rate)
  const quality = useMediaState((facts) => facts.quality)
  const playing = useMediaState((facts) => facts.playing_height)
  const rungs = useMediaState((facts) => facts.rungs)
  const canPip = useMediaState((facts) => facts.can_pip)
  const caption = usePreference((choices) => choices.caption)
  const size = usePreference((choices) => choices.caption_size)
  const background = usePreference((choices) => choices.caption_background)
  const withKeys = usePreference((choices) => choices.shortcuts)
  const heights = [...new Set(rungs.map((rung) => rung.height))].toSorted((a, b) => b - a)
  const language = video.captions.some((one) => one.language === caption) ? caption : null

  return (
    <div
      id={settingsMenuId}
      popover="auto"
      role="dialog"
      aria-label={playerMessages.settings}
      className="player-settings-menu"
      onBeforeToggle={(event) => event.newState === 'open' && place(event.currentTarget)}
      onToggle={(event) => chrome.set({ settings_open: event.newState === 'open' })}
    >
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-lg">{playerMessages.settings}</h2>
        <IconButton
          icon="close"
          label={playerMessages.settings_close}
          className="-mr-2"
          popoverTarget={settingsMenuId}
          popoverTargetAction="hide"
        />
      </div>
      <Choice
        title={playerMessages.quality}
        value={String(quality)}
        options={[
          {
            value: 'auto',
            name:
              quality === 'auto' && playing !== null
                ? playerMessages.quality_auto_now(playing)
                : playerMessages.quality_auto,
          },
          ...heights.map((height) => ({
            value: String(height),
            name: playerMessages.quality_of(height),
          })),
        ]}
        onChoose={(value) => {
          const chosen = value === 'auto' ? value : Number(value)
          wishes.setQuality(chosen)
          tell(playerMessages.quality_notice(chosen))
        }}
      />
      <Choice
        title={playerMessages.speed}
        value={String(rate)}
        options={playbackRates.map((one) => ({
          value: String(one),
          name: playerMessages.rate(one),
        }))}
        onChoose={(value) => wishes.setRate(Number(value))}
      />
      {video.captions.length === 0 ? (
        <p className="mt-5 text-sm text-foreground-muted">{playerMessages.no_captions}</p>
      ) : (
        <>
          <Choice
            title={playerMessages.captions}
            value={language ?? ''}
            options={[
              { value: '', name: playerMessages.caption_off },
              ...video.captions.map((one) => ({ value: one.language, name: one.label })),
            ]}
            onChoose={(value) => player.choices.set({ caption: value || null })}
          />
          <Choice
            title={playerMessages.caption_size}
            value={size}
            options={captionSizes.map((one) => ({
              value: one,
              name: playerMessages.caption_size_of(one),
            }))}
            onChoose={(value) => player.choices.set({ caption_size: value })}
          />
          <Choice
            title={playerMessages.caption_background}
            value={background}
            options={captionBackgrounds.map((one) => ({
              value: one,
              name: playerMessages.caption_background_of(one),
            }))}
            onChoose={(value) => player.choices.set({ caption_background: value })}
          />
        </>
      )}
      <div className="mt-5 flex flex-col border-t border-border pt-2">
        {canPip && (
          <Row onPress={wishes.togglePip}>
            {playerMessages.pip}
            <PipIcon className="size-5" />
          </Row>
        )}
        <label className="flex min-h-11 items-center justify-between gap-3 text-base">
          {playerMessages.shortcuts_switch}
          <input
            type="checkbox"
            role="switch"
            className="player-switch"
            checked={withKeys}
            onChange={(event) => player.choices.set({ shortcuts: event.currentTarget.checked })}
          />
        </label>
        <Row
          onPress={() => void openShortcutsDialog(context, video.episode.episode_video_orientation)}
        >
          {playerMessages.shortcuts}
          <kbd className="player-kbd">?</kbd>
        </Row>
      </div>
    </div>
  )
}

function Row({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="flex min-h-11 items-center justify-between gap-3 text-left text-base hover:text-accent-bright"
      popoverTarget={settingsMenuId}
      popoverTargetAction="hide"
      onClick={onPress}
    >
      {children}
    </button>
  )
}

function Choice<V extends string>({
  title,
  value,
  options,
  onChoose,
}: {
  title: string
  value: V
  options: readonly { value: V; name: string }[]
  onChoose: (value: V) => void
}) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm font-semibold text-foreground-muted">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="player-option">
            <input
              type="radio"
              className="sr-only"
              name={title}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Stands the panel above the right end of the control bar; style sheets make it a sheet on a phone. */
function place(panel: HTMLElement) {
  const stage = document.querySelector('.player')?.getBoundingClientRect()
  if (!stage) return
  panel.style.setProperty(
    '--menu-right',
    `${document.documentElement.clientWidth - stage.right + 12}px`,
  )
  panel.style.setProperty('--menu-bottom', `${stage.bottom + scrollY - 84}px`)
  panel.style.setProperty('--menu-max-height', `${Math.max(240, stage.bottom - 84 - 12)}px`)
}
