import { expect, test } from 'vitest';
import { sealedText, shortText } from '#src/shared/format/sealedText.ts';

test('a sealed value is shown by its first bytes', () => {
  expect(sealedText('v1.Hzr_AAAA')).toBe('sealed · 1f3a…');
  expect(sealedText('v1.__--AAAA')).toBe('sealed · ffff…');
});

test('an invalid envelope is shown as sealed', () => {
  expect(sealedText('')).toBe('sealed');
  expect(sealedText('v1.ä')).toBe('sealed');
});

test('truncates a value after 200 characters', () => {
  expect(shortText('x'.repeat(200))).toHaveLength(200);
  expect(shortText('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
  expect(shortText(-0.5)).toBe('-0.5');
});
