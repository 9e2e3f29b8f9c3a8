import desk from '../../../../words/pt-br/desk.json' with { type: 'json' }
import shared from '../../../../words/pt-br/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
