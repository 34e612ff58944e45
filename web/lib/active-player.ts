/** What the remote of a television and another device of the member need of the player of this page. */
export type ActivePlayer = {
  media: { getState(): { paused: boolean } }
  requests: { play(): void; pause(): void; seekBy(seconds: number): void }
  commands: { toggle_play(): void; next_episode(): void; toggle_captions(): void }
}

let current: ActivePlayer | undefined

/** The player of this page, while it has a film. */
export const activePlayer = () => current

/** @returns removes it. */
export function setActivePlayer(player: ActivePlayer): () => void {
  current = player
  return () => {
    if (current === player) current = undefined
  }
}
