/** Schemas to start with. The service can read their names, ranges and choices, so these must reveal nothing about any record. */
import type { JsonSchema } from '@cloakroom/contract/fields.ts';

export type SchemaTemplate = { id: string; label: string; definition: JsonSchema };

const text = { type: 'string' } as const;
const date = { type: 'string', format: 'date' } as const;
const email = { type: 'string', format: 'email' } as const;
const amount = { type: 'number', minimum: 0, maximum: 1_000_000, precision: 2 } as const;

const template = (
  id: string,
  label: string,
  required: string[],
  properties: JsonSchema['properties'],
): SchemaTemplate => ({ id, label, definition: { type: 'object', properties, required } });

export const schemaTemplates: readonly SchemaTemplate[] = [
  template('person', 'Person', ['first_name', 'last_name'], {
    first_name: text,
    last_name: text,
    birth_date: date,
    email,
    phone: text,
    street: text,
    zip_code: text,
    city: text,
    country: text,
  }),
  template('patient', 'Patient', ['patient_number', 'last_name', 'birth_date'], {
    patient_number: text,
    first_name: text,
    last_name: text,
    birth_date: date,
    sex: { type: 'string', enum: ['female', 'male', 'other', 'unknown'] },
    ward: text,
    diagnosis: text,
    admitted: date,
    discharged: date,
  }),
  template('payment', 'Payment', ['payment_number', 'amount', 'currency', 'paid_on'], {
    payment_number: text,
    amount,
    currency: { type: 'string', description: 'Three letters, such as EUR' },
    paid_on: date,
    payer: text,
    account: text,
    purpose: text,
  }),
  template('employee', 'Employee', ['employee_number', 'last_name'], {
    employee_number: text,
    first_name: text,
    last_name: text,
    email,
    department: text,
    job_title: text,
    hired_on: date,
    salary: amount,
  }),
  template('order', 'Order', ['order_number', 'ordered_on', 'quantity'], {
    order_number: text,
    ordered_on: date,
    customer: text,
    product: text,
    quantity: { type: 'integer', minimum: 0, maximum: 100_000 },
    price: amount,
  }),
  template('measurement', 'Measurement', ['measured_at', 'value'], {
    measured_at: { type: 'string', format: 'date-time' },
    sensor: text,
    value: { type: 'number', minimum: -1_000_000, maximum: 1_000_000, precision: 3 },
    unit: text,
  }),
];
