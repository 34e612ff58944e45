import { glow } from '../../stage/light.ts'
import { box, line, poly, round, wash } from '../../stage/shapes.ts'
import { at, put } from '../../stage/stage.ts'
import { text } from '../../stage/text.ts'
import { seeded, settle, wave, wrap } from '../../stage/time.ts'
import { rain } from '../../stage/weather.ts'
import { face } from '../face.ts'
import { parallax, scenery, type Panel } from '../panel.ts'
import { speedLines } from '../lettering.ts'
import { six, driver, guest, phone, car, lamps, cabin } from './set.ts'

export const call: Panel = {
  size: [1240, 620],
  seconds: 5,
  view: [0.5, 0.56, 1.18, 0.5, 0.5, 1],
  prepare: (stage) => {
    const back = scenery(stage, 1320, 700, {
      scene: 'night_road',
      palette: six,
      y: 0.62,
      zoom: 1.2,
    })
    return (ctx, t, u) => {
      parallax(ctx, back, 40, u, [0, -50])
      rain(ctx, t, {
        width: 1240,
        height: 620,
        count: 120,
        colour: '#c9b3ff',
        alpha: 0.3,
        wind: -60,
      })
      speedLines(ctx, t, 1240, 620, [620, 340], 'rgba(255,209,163,0.25)', 0.3)
    }
  },
  lines: [
    { who: null, ko: '새벽 1시 40분.', en: '1:40 a.m.', from: 0.5, at: [170, 80] },
    {
      who: null,
      ko: '대리기사 무영, 오늘의 여섯 번째 콜.',
      en: 'Muyeong, driver for hire. Tonight’s sixth call.',
      from: 2.2,
      at: [930, 545],
    },
  ],
  noises: [{ at: 0.2, sound: 'whoosh', gain: 0.6, sdh: '빗길을 달리는 차 소리' }],
}

export const app: Panel = {
  size: [609, 560],
  seconds: 4.2,
  prepare: (stage) => {
    const back = stage.layer(609, 560, (ctx) => wash(ctx, 0, 0, 609, 560, ['#2a0b45', '#080312']))
    return (ctx, t) => {
      put(ctx, back)
      glow(ctx, 305, 280, 330, '#29e0ff', 0.4)
      phone(ctx, 305, 290 + 30 * (1 - settle(t / 0.7)), 1.16, -0.06, () => {
        text(ctx, '새 콜', 0, -160, { size: 26, weight: 900, colour: '#29e0ff' })
        text(ctx, '목적지', 0, -96, { size: 18, colour: '#b9a6dd' })
        text(ctx, '강변북로', 0, -58, { size: 34, weight: 900 })
        text(ctx, '한 바퀴', 0, -16, { size: 34, weight: 900 })
        text(ctx, '요금 300,000원', 0, 46, { size: 20, weight: 500, colour: '#ffd1a3' })
        const pressed = t > 2.4
        round(ctx, -86, 104, 172, 62, 31, pressed ? '#ffd1a3' : '#e2327d')
        text(ctx, pressed ? '수락됨' : '콜 수락', 0, 135, {
          size: 24,
          weight: 900,
          colour: pressed ? '#2a0b45' : '#ffffff',
        })
      })
    }
  },
  lines: [
    {
      who: '무영',
      ko: '한 바퀴에 삼십만 원?',
      en: 'Three hundred thousand for one lap?',
      from: 1.2,
      at: [440, 70],
      size: 25,
      kind: 'think',
      tail: [500, 560],
    },
  ],
  noises: [
    {
      at: 0.3,
      sound: 'ding',
      gain: 0.6,
      word: { words: '띵동', at: [110, 120], size: 66, colour: '#29e0ff' },
      sdh: '콜 알림음',
    },
    { at: 2.4, sound: 'click', gain: 0.7 },
  ],
}

export const mirror: Panel = {
  size: [609, 560],
  seconds: 4.8,
  prepare: (stage) => {
    const back = cabin(stage, 609, 560)
    return (ctx, t) => {
      put(ctx, back)
      for (let n = 0; n < 4; n++)
        glow(ctx, wrap(n * 200 + t * 420, 800) - 100, 150, 110, '#ffd1a3', 0.35)
      face(ctx, t, 180, 390, 116, { ...driver, mood: 'calm' })
      round(ctx, 280, 60, 300, 130, 30, '#05030b')
      ctx.save()
      ctx.beginPath()
      ctx.roundRect(290, 70, 280, 110, 22)
      ctx.clip()
      box(ctx, 280, 60, 300, 130, '#351046')
      face(ctx, t, 430, 140, 78, { ...guest, facing: -1, mood: t > 2.6 ? 'smile' : 'calm' })
      ctx.restore()
    }
  },
  lines: [
    {
      who: '손님',
      ko: '천천히 갑시다.\n급할 거 없으니까.',
      en: 'Take it slow. There is no hurry.',
      from: 0.7,
      at: [420, 290],
      tail: [440, 196],
    },
  ],
}

export const knock: Panel = {
  size: [1240, 560],
  seconds: 4.6,
  view: [0.46, 0.5, 1, 0.4, 0.56, 1.25],
  prepare: (stage) => {
    const back = stage.layer(1240, 560, (ctx) => {
      wash(ctx, 0, 0, 1240, 560, ['#12062a', '#3b0f55', '#7a1f6e'])
      const random = seeded(4)
      for (let x = 0; x < 1240; x += 46) {
        const top = 190 + random() * 140
        box(ctx, x, top, 44, 300, '#1a0b30')
        for (let n = 0; n < 6; n++)
          if (random() > 0.5)
            box(
              ctx,
              x + 8 + (n % 2) * 16,
              top + 14 + Math.floor(n / 2) * 26,
              9,
              12,
              random() > 0.6 ? '#29e0ff' : '#ffd1a3',
            )
      }
      box(ctx, 0, 440, 1240, 130, '#0a0512')
      box(ctx, 0, 436, 1240, 8, '#e2327d')
    })
    return (ctx, t) => {
      put(ctx, back)
      lamps(ctx, t, 1240, 110)
      const hit = [1, 1.7, 2.4].some((when) => t > when && t < when + 0.16)
      car(ctx, 600, 520 + (hit ? -5 : 0), 1.35, t)
      for (let n = 0; n < 8; n++)
        box(ctx, wrap(n * 200 - t * 1300, 1600) - 200, 534, 110, 7, '#ffd1a3')
      if (hit) speedLines(ctx, t, 1240, 560, [330, 440], 'rgba(255,255,255,0.8)', 0.12)
      rain(ctx, t, {
        width: 1240,
        height: 560,
        count: 90,
        colour: '#c9b3ff',
        alpha: 0.3,
        wind: -420,
      })
    }
  },
  lines: [
    {
      who: '무영',
      ko: '…트렁크?',
      en: '...The trunk?',
      from: 3.1,
      at: [760, 260],
      tail: [660, 370],
      kind: 'think',
    },
  ],
  noises: [
    {
      at: 1,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '쿵', at: [250, 300], size: 110, colour: '#e2327d', stays: 2.8 },
      sdh: '트렁크에서 쿵, 쿵, 쿵',
    },
    {
      at: 1.7,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '쿵', at: [390, 230], size: 130, colour: '#e2327d', stays: 2.2, turn: 0.1 },
    },
    {
      at: 2.4,
      sound: 'thud',
      gain: 1,
      shakes: true,
      word: { words: '쿵', at: [180, 420], size: 90, colour: '#e2327d', stays: 1.8 },
    },
  ],
}

export const photo: Panel = {
  size: [609, 580],
  seconds: 5,
  view: [0.5, 0.5, 1, 0.5, 0.58, 1.2],
  prepare: (stage) => {
    const back = cabin(stage, 609, 580)
    return (ctx, t) => {
      put(ctx, back)
      const swing = 0.16 * wave(t, 1.8)
      line(
        ctx,
        [
          [305, 0],
          [305 + Math.sin(swing) * 130, 130],
        ],
        '#8f7ab8',
        4,
      )
      at(ctx, 305, 0, 1, -swing, () => {
        box(ctx, -130, 120, 260, 300, '#f6eee4')
        box(ctx, -114, 136, 228, 210, '#8fb9c9')
        ctx.save()
        ctx.beginPath()
        ctx.rect(-114, 136, 228, 210)
        ctx.clip()
        face(ctx, 1, -40, 246, 58, {
          hair: '#6a5a55',
          coat: '#4f8a6a',
          mood: 'smile',
          glasses: true,
          beard: '#7a6a62',
        })
        face(ctx, 1, 62, 290, 42, { hair: '#2b2226', coat: '#e8b03f', mood: 'laugh', cut: 'long' })
        ctx.restore()
        text(ctx, '우리 차 산 날', 0, 384, { size: 26, weight: 700, colour: '#4a3a3a' })
      })
    }
  },
  lines: [
    {
      who: '무영',
      ko: '사진 속 차 주인은…\n뒷자리의 저 사람이 아니다.',
      en: 'The owner in this photo is not the man behind me.',
      from: 1.1,
      at: [330, 510],
      kind: 'think',
      tail: [40, 640],
    },
  ],
}

export const grin: Panel = {
  size: [609, 580],
  seconds: 4.6,
  cut: true,
  view: [0.5, 0.5, 1, 0.5, 0.46, 1.22],
  prepare: (stage) => {
    const back = stage.layer(609, 580, (ctx) =>
      wash(ctx, 0, 0, 609, 580, ['#e2327d', '#6a1570', '#080312']),
    )
    return (ctx, t) => {
      put(ctx, back)
      face(ctx, t, 310, 330, 150, {
        ...guest,
        facing: -1,
        mood: 'smile',
        talks: t > 0.5 && t < 2.6 ? t : undefined,
      })
      ctx.globalAlpha = 0.55
      poly(
        ctx,
        [
          [0, 0],
          [609, 0],
          [609, 250],
          [0, 330],
        ],
        '#080312',
      )
      ctx.globalAlpha = 1
      for (const x of [240, 336]) glow(ctx, x, 336, 26, '#29e0ff', 0.5 + 0.3 * wave(t, 1.2))
      speedLines(ctx, t, 609, 580, [305, 320], 'rgba(8,3,18,0.85)', 0.44)
    }
  },
  lines: [
    {
      who: '손님',
      ko: '여섯 번째 기사님은\n조용하시네.',
      en: 'Driver number six. So quiet.',
      from: 0.6,
      at: [305, 84],
      tail: [300, 250],
      size: 30,
    },
  ],
  noises: [{ at: 0, sound: 'thunder', gain: 0.6, sdh: '천둥소리' }],
}
