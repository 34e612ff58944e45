import { useEffect } from 'react'

/** After this many episodes that began by themselves, the player asks before the next (D-43). */
const episodes = 3

/** Episodes that began by themselves since somebody last pressed anything, after one more began. */
export function afterEpisode(count: number, by: 'hand' | 'itself'): number {
  return by === 'hand' ? 0 : count + 1
}

/** Whether 아직 시청 중이신가요? comes before the next. */
export function asksFirst(count: number): boolean {
  return count >= episodes
}

/** Any press is somebody watching, wherever the focus is. */
export function useAnyPress(press: () => void): void {
  useEffect(() => {
    addEventListener('pointerdown', press)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('keydown', press)
    }
  }, [press])
}
