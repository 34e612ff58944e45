import type { Cue, Script } from './film.ts'
import type { Soundtrack } from './sound/mix.ts'
import { Reel, type Shot } from './stage/stage.ts'

/** A part of a film, in seconds from its beginning. */
type Piece = readonly [from: number, to: number]

/**
 * Joins pieces of a film to a shorter one with its own captions and sound, for the demonstration's limit of CPU time.
 * The first piece starts at 0, so that the opening stays; the last one holds the credits.
 */
export function cut(script: Script, pieces: readonly Piece[]): Script {
  const starts: number[] = []
  let seconds = 0
  for (const [from, to] of pieces) {
    starts.push(seconds)
    seconds += to - from
  }
  const shift = (at: number, length = 0) => {
    const index = pieces.findIndex(([from, to]) => at >= from && at + length <= to)
    return index < 0 ? undefined : at - pieces[index]![0] + starts[index]!
  }
  const cues = (list: readonly Cue[]): Cue[] =>
    list.flatMap(([start, end, words]): Cue[] => {
      const at = shift(start, end - start)
      return at === undefined ? [] : [[at, at + end - start, words]]
    })
  return {
    ...script,
    shots: pieces.map(([from, to], index): Shot => ({
      seconds: to - from,
      enter: index === 0 ? 'cut' : 'black',
      prepare: (stage) => {
        const reel = new Reel(stage, script.shots)
        return (ctx, t) => {
          // A reel draws in pixels, a shot in stage units.
          ctx.save()
          ctx.resetTransform()
          reel.draw(ctx, from + t)
          ctx.restore()
        }
      },
    })),
    ending_start: starts.at(-1)!,
    korean: cues(script.korean),
    ...(script.english && { english: cues(script.english) }),
    soundtrack: () => shorten(script.soundtrack(lengthOf(script)), pieces, shift),
  }
}

const lengthOf = ({ shots }: Script) => shots.reduce((sum, shot) => sum + shot.seconds, 0)

/** The music plays from its beginning; places are heard if any piece has them, events move with their pictures. */
function shorten(
  track: Soundtrack,
  pieces: readonly Piece[],
  shift: (at: number) => number | undefined,
): Soundtrack {
  return {
    ...track,
    beds: track.beds
      .filter(({ from = 0, to = Infinity }) => pieces.some((one) => one[0] < to && one[1] > from))
      .map(({ place, gain }) => ({ place, gain })),
    happenings: (track.happenings ?? []).flatMap((event) => {
      const at = shift(event.at)
      return at === undefined ? [] : [{ ...event, at }]
    }),
  }
}
