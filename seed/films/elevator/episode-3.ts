import type { Script } from '../film.ts'
import { haze } from '../stage/light.ts'
import { box, wash } from '../stage/shapes.ts'
import { at, put } from '../stage/stage.ts'
import { credits } from '../stage/titles.ts'
import { lerp } from '../stage/time.ts'
import { section } from './car.ts'
import { below, hands, oneByOne, parted } from './episode-3-rescue.ts'
import { fiveMinutes, intercom, landing } from './episode-3-talk.ts'
import { liftMusic } from './music.ts'

/** Help comes, and takes only one of them out. */
export const elevator3: Script = {
  key: 'elevator-3',
  orientation: 'vertical',
  opening: { start: 0, end: 6 },
  ending_start: 88,
  shots: [
    intercom,
    fiveMinutes,
    landing,
    oneByOne,
    hands,
    below,
    credits(
      8,
      [
        ['', '13층과 14층 사이'],
        ['감독', '편수미'],
        ['극본', '어진솔'],
        ['유나', '윤소빈'],
        ['하준', '표한결'],
        ['그림', '한편 그림방'],
        ['음악', '한편 소리방'],
        ['', '다음 화에 계속'],
      ],
      '#fff3dc',
      (stage) => {
        const tower = section(stage)
        return (ctx, t) => {
          wash(ctx, 0, 0, 720, 1280, ['#171a3a', '#232a55'])
          at(ctx, 0, lerp(-620, -660, t / 8), 1, 0, () => {
            put(ctx, tower)
            parted(ctx, 11.35)
          })
          haze(ctx, 360, 640, 700, 420, '#101228', 0.35)
          ctx.globalAlpha = 0.66
          box(ctx, 0, 0, 720, 1280, '#101228')
          ctx.globalAlpha = 1
        }
      },
    ),
  ],
  korean: [
    [6.6, 9.6, '경비실: 13층 승강기, 들리세요?'],
    [10, 12, '유나: …네가 눌렀어?'],
    [12.2, 14.2, '하준: 아니. 너 아니야?'],
    [15, 18.8, '경비실: 화면으로 다 보고 있었어요.\n오 분이면 구조대가 갑니다.'],
    [19.4, 21.8, '하준: 오 분 남았네.'],
    [22.4, 25.4, '유나: 문 열리면, 모르는 사이지?'],
    [26, 28.4, '하준: 네가 그러자며.'],
    [29, 32.2, '유나: 처음엔 진짜 몰랐는데, 우리.'],
    [33, 36.2, '3년 전, 엘리베이터가 고장 난 날.'],
    [37.2, 40, '하준: 저기요, 여기가 몇 층이에요?'],
    [40.4, 43.2, '유나: 13층하고… 14층 사이요.'],
    [43.8, 46.4, '하준: 그럼 십삼 점 오 층이네요.'],
    [46.8, 49.4, '유나: 그런 층이 어디 있어요.'],
    [53, 56.4, '구조대원: 다 왔습니다!\n한 분씩 올라오세요.'],
    [57.2, 59.2, '하준: 먼저 가.'],
    [60, 63, '유나: 문 열리면 모르는 사이라며.'],
    [63.6, 67.2, '하준: 아직 다 안 열렸어. 그러니까 먼저.'],
    [70.8, 73, '유나: 손 줘. 얼른.'],
    [74.2, 76.4, '하준: 유나야, 있잖아.'],
    [77, 79.6, '하준: 어제 못 한 말이…'],
    [82.4, 84.4, '유나: 하준아!'],
    [84.8, 87.8, '문이 닫혔다.\n이번엔, 한 사람만 남았다.'],
  ],
  english: [
    [6.6, 9.6, 'Guard: Lift on thirteen, can you hear me?'],
    [10, 12, 'Yuna: …Did you press it?'],
    [12.2, 14.2, 'Hajun: No. Didn’t you?'],
    [15, 18.8, 'Guard: I saw it all on the screen.\nThe rescue team is five minutes away.'],
    [19.4, 21.8, 'Hajun: Five minutes left.'],
    [22.4, 25.4, 'Yuna: Once it opens, we’re strangers?'],
    [26, 28.4, 'Hajun: That was your idea.'],
    [29, 32.2, 'Yuna: We really were strangers, at first.'],
    [33, 36.2, 'Three years ago. The lift was broken.'],
    [37.2, 40, 'Hajun: Excuse me, which floor is this?'],
    [40.4, 43.2, 'Yuna: Between 13… and 14.'],
    [43.8, 46.4, 'Hajun: So, floor thirteen and a half.'],
    [46.8, 49.4, 'Yuna: There is no such floor.'],
    [53, 56.4, 'Rescuer: We’re here!\nCome up, one at a time.'],
    [57.2, 59.2, 'Hajun: You first.'],
    [60, 63, 'Yuna: I thought we’d be strangers.'],
    [63.6, 67.2, 'Hajun: It isn’t all open yet. So, you first.'],
    [70.8, 73, 'Yuna: Your hand. Quick.'],
    [74.2, 76.4, 'Hajun: Yuna, you know…'],
    [77, 79.6, 'Hajun: What I couldn’t say yesterday…'],
    [82.4, 84.4, 'Yuna: Hajun!'],
    [84.8, 87.8, 'The doors closed.\nThis time, only one was left inside.'],
  ],
  soundtrack: (duration) =>
    liftMusic(
      duration,
      80,
      [10, 17],
      [
        { place: 'hum', gain: 0.16, from: 0, to: 33 },
        { place: 'birds', gain: 0.26, from: 31.5, to: 53, fade: 1.5 },
        { place: 'hum', gain: 0.16, from: 51.5, to: 80.5, fade: 0.6 },
        { place: 'wind', gain: 0.16, from: 80.5, to: 96, fade: 1.5 },
      ],
      [
        { at: 6.3, sound: 'beep', gain: 0.4 },
        { at: 10, sound: 'click', gain: 0.35 },
        ...[32.8, 33.5, 34.2, 34.9, 35.6].map(
          (second) => ({ at: second, sound: 'step', gain: 0.18, pan: -0.3 }) as const,
        ),
        { at: 52.8, sound: 'door', gain: 0.4 },
        { at: 54.6, sound: 'thud', gain: 0.2 },
        { at: 79.7, sound: 'thud', gain: 0.8 },
        { at: 80, sound: 'whoosh', gain: 0.5 },
        { at: 80.5, sound: 'door', gain: 0.35 },
        { at: 82, sound: 'thud', gain: 0.5 },
      ],
      'Am7 Fmaj7 Cmaj9 G6 Dm7 Am7 Fmaj7 G7sus4',
    ),
}
