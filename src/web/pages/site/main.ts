/** The script of the pages. Everything works without it. */

import { drawNowLine, hideNeedlessZoneNotes, showDatesInReaderZone } from './clock.ts'
import { offerColorSchemes } from './colour-scheme.ts'
import {
  closeMenusOnOutsideClick,
  enableKeysAndSwipes,
  leaveOutBlanks,
  showLocateButtons,
  showShareButtons,
  suggestNames,
} from './controls.ts'
import { offerFavourites } from './favourites.ts'
import { searchOnFront, searchWhileTyping } from './live-search.ts'
import { registerOfflineWorker } from './offline.ts'
import { tellReaderOfPageChanges } from './watch.ts'

offerColorSchemes()
tellReaderOfPageChanges()
for (const place of document.querySelectorAll<HTMLElement>('[data-start]')) showDatesInReaderZone(place)
hideNeedlessZoneNotes()
showShareButtons()
offerFavourites()
showLocateButtons()
for (const form of document.querySelectorAll<HTMLFormElement>('.live .filters')) searchWhileTyping(form)
for (const form of document.querySelectorAll<HTMLFormElement>('.front-head .front-search'))
  searchOnFront(form)
for (const form of document.querySelectorAll<HTMLFormElement>('.filtering .filters')) leaveOutBlanks(form)
for (const field of document.querySelectorAll<HTMLInputElement>('[data-suggest]')) suggestNames(field)
enableKeysAndSwipes()
closeMenusOnOutsideClick()
registerOfflineWorker()
for (const slots of document.querySelectorAll<HTMLElement>('.slots[data-today]')) drawNowLine(slots)
