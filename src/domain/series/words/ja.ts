import type { RuleWords } from './rule-words.ts'

const days = ['月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日', '日曜日', '平日', '日']
const units = {
  day: ['毎日', '日'],
  week: ['毎週', '週間'],
  month: ['毎月', 'か月'],
  year: ['毎年', '年'],
} as const

export const ja: RuleWords = {
  tag: 'ja',
  space: '',
  comma: '、',
  join: (items) => items.join('・'),
  isMonthFirst: true,
  every: (unit, interval) => {
    if (interval === 1) return units[unit][0]
    return `${interval}${units[unit][1]}ごと${unit === 'day' ? '' : 'の'}`
  },
  everyWeek: { each: (noun) => days[noun] ?? '', all: (list) => `毎週${list}` },
  day: (noun) => days[noun] ?? '',
  nth: (number, noun) => {
    if (number > 0) return `第${number}${days[noun]}`
    return number === -1 ? `最終${days[noun]}` : `最後から${-number}番目の${days[noun]}`
  },
  monthDay: (day) => (day > 0 ? `${day}日` : day === -1 ? '末日' : `末日から${-day}日目`),
  date: (date) => date,
  on: (list) => list,
  workdays: '月曜日から金曜日まで',
  inMonths: (list) => `(${list})`,
  ofMonths: (list) => `${list}の`,
  inWeeks: (list) => `第${list}週の`,
  yearDay: (day) => (day > 0 ? `1年の${day}日目` : day === -1 ? '1年の最終日' : `年末から${-day}日目`),
  position: (number) => {
    if (number > 0) return `${number}番目`
    return number === -1 ? '最後' : `最後から${-number}番目`
  },
  only: (list) => `このうち${list}のみ`,
  at: (list) => `${list}から`,
  until: (date) => `${date}まで`,
  times: (count) => `${count}回`,
  once: '1回',
  dates: (count) => `${count}日程`,
  also: (list) => `ほかに${list}`,
  except: (list) => `${list}を除く`,
}
