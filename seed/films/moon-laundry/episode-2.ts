import type { Script } from '../film.ts'

import { quay, shore } from './episode-2-earth.ts'
import { arrival, rinsing, listening, drying } from './episode-2-scenes.ts'

import { ending, opening } from './frame.ts'
import { laundryMusic } from './music.ts'

/** A handkerchief that keeps the sound of the sea. */
export const moonLaundry2: Script = {
  key: 'moon-laundry-2',
  drawn: 12,
  opening: { start: 0, end: 8 },
  ending_start: 90,
  shots: [
    opening('2화', '바다 냄새가 나는 손수건'),
    arrival,
    rinsing,
    listening,
    quay,
    drying,
    shore,
    ending('다음 이야기  이름을 찾은 외투'),
  ],
  korean: [
    [9, 12.4, '그날 올라온 것은 손수건 한 장이었어요.'],
    [13, 15.6, '모카: 음… 짠 냄새가 나네.'],
    [16, 20, '모카: 잠깐, 이거… 소리가 나잖아?'],
    [21.6, 25, '한 번 헹궈도, 두 번 헹궈도'],
    [25.4, 29.4, '파도 소리는 가시지 않았어요.'],
    [30, 33.4, '모카: 지워지지 않는 건, 얼룩이 아니야.'],
    [35, 38.6, '모카는 물속에 가만히 귀를 댔어요.'],
    [40, 43.4, '숨비소리. 바다에서 올라온 사람의 첫 숨.'],
    [44, 49, '모카: 순… 이. 순이구나.'],
    [51, 54.4, '열아홉의 순이는 부두에서 손수건을 흔들었어요.'],
    [55.2, 58.4, '순이: 열 밤만 자고 와! 꼭!'],
    [59.4, 63.6, '배는 오지 않았고\n순이는 그 바다에서 평생 숨을 참았어요.'],
    [66, 70, '모카: 다 말랐는데도 무겁구나.'],
    [71, 74.4, '모카: 그래도 네 자리는 빨랫줄이 아니지.'],
    [77.4, 80.4, '할머니: …이게 왜 하늘에서.'],
    [81.4, 85, '할머니: 다녀왔는가. 참 오래도 걸렸네.'],
    [86, 89.4, '그 밤, 파도는 아주 작게 대답했어요.'],
  ],
  english: [
    [9, 12.4, 'What came up that day was a handkerchief.'],
    [13, 15.6, 'Mocha: Hmm… it smells of salt.'],
    [16, 20, 'Mocha: Wait. Is it… making a sound?'],
    [21.6, 25, 'Rinsed once, rinsed twice,'],
    [25.4, 29.4, 'the sound of waves would not wash out.'],
    [30, 33.4, 'Mocha: What cannot be washed out is no stain.'],
    [35, 38.6, 'Mocha laid an ear to the water.'],
    [40, 43.4, 'A diver’s whistle: the first breath after the sea.'],
    [44, 49, 'Mocha: Soon… i. You are Sooni.'],
    [51, 54.4, 'At nineteen, Sooni waved it from the quay.'],
    [55.2, 58.4, 'Sooni: Ten nights! Promise!'],
    [59.4, 63.6, 'The boat did not come back.\nAll her life she held her breath in that sea.'],
    [66, 70, 'Mocha: You are dry, and still so heavy.'],
    [71, 74.4, 'Mocha: But a line is not where you belong.'],
    [77.4, 80.4, 'Old Sooni: …From the sky, of all places.'],
    [81.4, 85, 'Old Sooni: So you are home. You took your time.'],
    [86, 89.4, 'That night the waves answered, very softly.'],
  ],
  soundtrack: (duration) =>
    laundryMusic(
      duration,
      88,
      20,
      -2,
      [
        { place: 'space', gain: 0.1, from: 7, to: 36 },
        { place: 'sea', gain: 0.16, from: 14, to: 36, fade: 3 },
        { place: 'water', gain: 0.24, from: 21, to: 51 },
        { place: 'sea', gain: 0.3, from: 49, to: 66, fade: 2 },
        { place: 'birds', gain: 0.2, from: 50, to: 64 },
        { place: 'sea', gain: 0.36, from: 74, to: 98, fade: 2 },
      ],
      [
        { at: 1, sound: 'sparkle', gain: 0.14 },
        { at: 14, sound: 'sparkle', gain: 0.16 },
        { at: 22, sound: 'splash', gain: 0.3 },
        { at: 44, sound: 'sparkle', gain: 0.2 },
        { at: 52, sound: 'horn', gain: 0.16, pan: 0.5 },
        { at: 76, sound: 'sparkle', gain: 0.18, pan: 0.3 },
      ],
    ),
}
