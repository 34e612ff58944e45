import { playerMessages } from '#web/features/player/messages.ko.ts'
import type { PlayerStore, MediaState } from './media-state.ts'
import './pip-window.css'

/** Document Picture-in-Picture, which TypeScript's library lacks. Chromium alone has it. */
type DocumentPictureInPicture = {
  window: Window | null
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

const width_px = 480

/**
 * Moves the video into a picture-in-picture window of its own, where the player draws captions and controls; closes the
 * window if it is open. Needs a recent press.
 */
export async function togglePipWindow(
  video: HTMLVideoElement,
  state: PlayerStore<MediaState>,
): Promise<void> {
  const pip = (window as unknown as { documentPictureInPicture: DocumentPictureInPicture })
    .documentPictureInPicture
  if (pip.window) return pip.window.close()
  const ratio = video.videoHeight / video.videoWidth || 9 / 16
  const pipWindow = await pip.requestWindow({
    width: Math.round(ratio > 1 ? width_px / ratio : width_px),
    height: Math.round(ratio > 1 ? width_px : width_px * ratio),
  })
  const { body, head, documentElement } = pipWindow.document
  documentElement.lang = document.documentElement.lang
  pipWindow.document.title = document.title
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    head.append(sheet.cloneNode(true))

  const view = pipWindow.document.createElement('div')
  view.className = 'player player-pip'
  const placeholder = document.createElement('p')
  placeholder.className = 'player-pip-placeholder'
  placeholder.textContent = playerMessages.pip_playing
  video.before(placeholder)
  view.append(video)
  // Icons refer to the sprite of their document.
  body.append(view, document.getElementById('sprite')!.cloneNode(true))
  state.setState({ pip: true, pip_view: view })

  pipWindow.addEventListener('pagehide', () => {
    // First, because captions and controls are rendered beside the video.
    state.setState({ pip: false, pip_view: null })
    placeholder.replaceWith(video)
  })
}
