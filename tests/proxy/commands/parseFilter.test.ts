import { describe, expect, test } from 'vitest';
import { parseFilter, parseFilters } from '@cloakroom/proxy/commands/records.ts';
import { UsageError } from '@cloakroom/proxy/commands/usageError.ts';

const fields = ['age', 'age=birth', 'name', 'full name'];

describe('a filter is written as a field, an operator and a value', () => {
  test.each([
    ['age=30', { label: 'age', value: '30' }],
    ['age>=30', { label: 'age', value: '>=30' }],
    ['age<30', { label: 'age', value: '<30' }],
    ['age=30~40', { label: 'age', value: '30~40' }],
    ['age=sum(>5)', { label: 'age', value: 'sum(>5)' }],
    ['full name=Ada = Countess', { label: 'full name', value: 'Ada = Countess' }],
    ['name=', { label: 'name', value: '' }],
    ['age=birth=3', { label: 'age=birth', value: '3' }],
    ['age=birthday', { label: 'age', value: 'birthday' }],
  ])('%s', (written, filter) => {
    expect(parseFilter(written, fields)).toEqual(filter);
  });

  test.each(['weight=3', 'age', 'age 30', ''])('refuses "%s" and lists the fields', (written) => {
    expect(() => parseFilter(written, fields)).toThrow(UsageError);
    expect(() => parseFilter(written, fields)).toThrow('age, age=birth, name, full name');
  });
});

describe('several filters in one string are written as fields and values with colons', () => {
  test.each([
    ['age:30', [{ label: 'age', value: '30' }]],
    ['age:>=30,name:Ada', [{ label: 'age', value: '>=30' }, { label: 'name', value: 'Ada' }]],
    ['name:Lovelace, Ada,full name:x:y', [{ label: 'name', value: 'Lovelace, Ada' }, { label: 'full name', value: 'x:y' }]],
    ['age=birth:3', [{ label: 'age=birth', value: '3' }]],
    ['age=30,name:Ada', [{ label: 'age', value: '30,name:Ada' }]],
  ])('%s', (written, filters) => {
    expect(parseFilters(written, fields)).toEqual(filters);
  }); // prettier-ignore

  test.each(['weight:3', 'x,age:30', 'age'])('refuses "%s"', (written) => {
    expect(() => parseFilters(written, fields)).toThrow(UsageError);
  });
});
